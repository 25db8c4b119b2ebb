import { type Address } from '@coin/units';
import { toAddress } from '../address/address.ts';
import { argumentInvalid, rejectUnknown, stringArgument } from '../encoding/arguments.ts';

/** A payment that a link or a QR code asks for. */
export interface PaymentLink {
  readonly to: Address;
  /** Decimal text in coin, or in tokens if there is a `token`, because only the token knows its decimals. */
  readonly amount?: string;
  /** The contract of a TRC-20 token, in base58check; coin if it is absent. */
  readonly token?: Address;
  readonly memo?: string;
}

const NAMES = ['amount', 'token', 'memo'] as const;
const EXPECTED = `tron:ADDRESS, then at most one each of ${NAMES.join(', ')}`;
const AMOUNT = /^\d{1,78}(?:\.\d{1,78})?$/;

const amountArgument = (argument: string, amount: string): string => {
  if (!AMOUNT.test(stringArgument(argument, amount)))
    throw argumentInvalid(argument, amount, 'decimal digits, such as 1.5');
  return amount;
};

/**
 * Writes a payment as a link for wallets: `tron:ADDRESS?amount=1.5`. Wallets have no common standard: many read the
 * address alone, and some no link at all, so show the address and the amount beside it.
 *
 * Source: docs/protocol/permissions.md, Payment links.
 *
 * @param payment - `to`: base58check or 41-hex; `amount`: decimal text in coin or tokens; `token`: a contract; `memo`
 * @throws `ADDRESS_INVALID`; `ARGUMENT_INVALID` for an amount that is not decimal digits, and for an unknown name
 *
 * @example
 * ```ts
 * import { formatPaymentLink } from '@coin/rpc/payment-link';
 *
 * formatPaymentLink({ to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', amount: '1.5', memo: 'order 7' });
 * // => 'tron:TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8?amount=1.5&memo=order%207'
 * ```
 */
export function formatPaymentLink(payment: PaymentLink): string {
  rejectUnknown(payment, ['to', 'amount', 'token', 'memo']);
  const { to, amount, token, memo } = payment;
  const values = {
    amount: amount && amountArgument('amount', amount),
    token: token && toAddress(token),
    memo: memo && stringArgument('memo', memo),
  };
  const query = NAMES.filter((name) => values[name] !== undefined).map(
    (name) => `${name}=${encodeURIComponent(values[name] ?? '')}`,
  );
  return `tron:${toAddress(to)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/**
 * Reads a payment link. Refuses what two wallets could read differently: a parameter twice or one with another name,
 * an amount in any other form than decimal digits, and whatever is not written as a link writes it.
 *
 * A link without `token` asks for coin. Some shops leave out the token of their price, so show people the currency.
 *
 * Source: docs/protocol/permissions.md, Payment links.
 *
 * @param link - `tron:ADDRESS`, then at most one each of `amount`, `token`, `memo`
 * @returns `amount` as text: pass it to `parseCoin` of `@coin/units`, or to `parseAmount` of the token
 * @throws `ARGUMENT_INVALID`; `ADDRESS_INVALID`
 *
 * @example
 * ```ts
 * import { parsePaymentLink } from '@coin/rpc/payment-link';
 *
 * const { to, amount } = parsePaymentLink('tron:TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8?amount=1.5');
 * to; // => 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8'
 * amount; // => '1.5'
 * parsePaymentLink('tron:TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8?amount=1&amount=2'); // throws ARGUMENT_INVALID
 * ```
 */
export function parsePaymentLink(link: string): PaymentLink {
  const [, address, query] = /^tron:([^?#/]+)(?:\?([^#]*))?$/i.exec(stringArgument('link', link)) ?? [];
  if (address === undefined) throw argumentInvalid('link', link, EXPECTED);
  const values = new Map<string, string>();
  for (const parameter of query === undefined || query === '' ? [] : query.split('&')) {
    const [, name = '', text = ''] = /^([^=]*)=(.*)$/s.exec(parameter) ?? [];
    if (!NAMES.some((known) => known === name) || values.has(name)) throw argumentInvalid('link', link, EXPECTED);
    values.set(name, decodeText(link, text));
  }
  const [amount, token, memo] = NAMES.map((name) => values.get(name));
  return {
    to: toAddress(address),
    ...(amount !== undefined && { amount: amountArgument('amount in link', amount) }),
    ...(token !== undefined && { token: toAddress(token) }),
    ...(memo !== undefined && { memo }),
  };
}

function decodeText(link: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw argumentInvalid('link', link, 'percent signs that encode UTF-8');
  }
}
