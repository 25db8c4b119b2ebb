import { type SmallUnits, type Address } from '@coin/units';
import { visibleAddress } from '../address/visible-form.ts';
import { expectEqual, unexpectedAnswer, type AnswerSource } from '../transport/answer/check-answer.ts';
import { bigintOrZero } from '../transport/answer/wire-schema.ts';

/**
 * The account that collects burned coin starts at -2^63 in the genesis of the public network; no other balance is
 * negative.
 * Source: docs/protocol/genesis.md.
 */
const BURNED_BELOW = -(2n ** 62n);

interface WireAccount {
  readonly address?: string | undefined;
  readonly balance?: number | bigint | undefined;
}

/** The balance of an answer about this account. @internal */
export function readBalance(source: AnswerSource, wire: WireAccount, requested: Address): SmallUnits {
  expectEqual(source, 'address', { actual: visibleAddress(wire.address), requested });
  const balance = bigintOrZero(wire.balance);
  if (balance < 0n && balance > BURNED_BELOW) throw unexpectedAnswer(source, 'balance', String(balance));
  return balance;
}
