import { argumentInvalid } from '../errors.ts';
import { MAX_INT64, readAmount } from '../read-arguments.ts';
import { askNode, type NodeLike } from './node-like.ts';
import { type readAddress as AddressReader } from './read-address.ts';
import { requirePass, type Verdict } from './verdict.ts';

/** The source of balances: a node for coin, or a function of the address for anything else. */
export type BalanceSource = NodeLike | ((address: string) => bigint | Promise<bigint>);

/** The expected change of each account's balance, by its address, including fees that it pays. */
export type BalanceChanges = Readonly<Record<string, number | bigint>>;

/**
 * Asserts by how much balances change while a function runs, fees included.
 *
 * @param action - called once, and awaited
 * @param source - a node, for coin in small units, or a function that reads a balance, such as a token's
 * @param changes - by address in base58check or 41-hex; negative for a decrease
 * @throws any error of the action; an AssertionError with `expected` and `actual`, which have all changes by address;
 * TestingError `ARGUMENT_INVALID` for arguments of other types, and if the source does not return a bigint.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { assertChangesBalances } from '@coin/testing';
 *
 * const node = createMockNode();
 * const [{ address }] = node.accounts;
 * await assertChangesBalances(() => node.setBalance(address, 5n), node, { [address]: -999_999_999_995n });
 * ```
 */
export async function assertChangesBalances(
  action: () => unknown,
  source: BalanceSource,
  changes: BalanceChanges,
): Promise<void> {
  await requirePass(judgeBalances(action, source, changes), 'assertChangesBalances');
}

/** @internal */
export async function judgeBalances(
  action: () => unknown,
  source: BalanceSource,
  changes: BalanceChanges,
): Promise<Verdict> {
  if (typeof action !== 'function') throw argumentInvalid('action', action, 'a function that changes balances');
  const { readAddress } = await import('./read-address.ts');
  const expected = readChanges(changes, readAddress);
  const read = typeof source === 'function' ? source : (address: string) => coinBalance(source, address);
  const balances = (): Promise<bigint[]> =>
    Promise.all(expected.map(async ({ address }) => checkBalance(await read(address))));
  const before = await balances();
  await action();
  const after = await balances();
  const actual = expected.map(({ address }, index) => ({
    address,
    change: (after[index] ?? 0n) - (before[index] ?? 0n),
  }));
  const unit = typeof source === 'function' ? '' : ' small units';
  const wrong = expected.flatMap(({ address, change }, index) => {
    const is = actual[index]?.change;
    return is === change ? [] : [`${address} by ${signed(change)}${unit}, but it changed by ${signed(is ?? 0n)}`];
  });
  const all = expected.map(({ address, change }) => `${address} by ${signed(change)}`).join(', ');
  return {
    pass: wrong.length === 0,
    message: `Expected a change of ${wrong.join('; of ')}.`,
    negated: `Expected no change of ${all}${unit}, but there was one.`,
    expected: byAddress(expected),
    actual: byAddress(actual),
  };
}

function readChanges(
  changes: BalanceChanges,
  readAddress: typeof AddressReader,
): { readonly address: string; readonly change: bigint }[] {
  if (typeof changes !== 'object' || (changes as unknown) === null || Array.isArray(changes))
    throw argumentInvalid('changes', changes, 'an object of changes by address');
  return Object.entries(changes).map(([given, change]) => {
    const address = readAddress('changes', given);
    const amount = typeof change === 'number' && Number.isSafeInteger(change) ? BigInt(change) : (change as bigint);
    return { address, change: readAmount(`changes.${given}`, amount, { min: -MAX_INT64, unit: 'small units' }) };
  });
}

function checkBalance(balance: bigint): bigint {
  if (typeof balance !== 'bigint') throw argumentInvalid('source', balance, 'a function that returns a bigint');
  return balance;
}

const signed = (amount: bigint): string => `${amount > 0n ? '+' : ''}${amount.toLocaleString('en-US')}`;

const byAddress = (changes: readonly { readonly address: string; readonly change: bigint }[]): object =>
  Object.fromEntries(changes.map(({ address, change }) => [address, change]));

async function coinBalance(node: NodeLike, address: string): Promise<bigint> {
  const account = await askNode(node, '/wallet/getaccount', { address, visible: true });
  const [, balance = '0'] = /[{,]\s*"balance":\s*(\d+)/.exec(account) ?? [];
  return BigInt(balance);
}
