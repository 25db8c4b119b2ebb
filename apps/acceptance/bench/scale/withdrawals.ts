import { type OutboxIntent } from '@coin/payments';
import { getBalance, type NodeClient } from '@coin/rpc';
import { toAddress } from '@coin/rpc/address';
import { type EndedPayment } from './messages.ts';

/** A withdrawal. Each has another recipient, whose balance shows how often it was paid. */
export interface Withdrawal {
  readonly id: string;
  readonly intent: OutboxIntent & { readonly kind: 'transfer' };
}

/** Creates withdrawals that alternate between the wallets. */
export function createWithdrawals(wallets: readonly string[]) {
  let created = 0;
  return (name: string, count: number): Withdrawal[] =>
    Array.from({ length: count }, () => {
      created++;
      const owner = wallets[created % wallets.length] ?? '';
      const to = toAddress(`41ff${created.toString(16).padStart(38, '0')}`);
      return { id: `${name}-${created}`, intent: { kind: 'transfer', owner, to, amount: BigInt(1000 + created) } };
    });
}

/** Calls a function for all items, some at the same time. */
export async function forEachAtOnce<T>(items: readonly T[], atOnce: number, use: (item: T) => Promise<void>) {
  const left = items.values();
  const work = async (): Promise<void> => {
    for (const item of left) await use(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Where the chain or a status differs from each withdrawal paid once. */
export async function findDifferences(
  client: NodeClient,
  { withdrawals, ended, initial }: PaidOnce,
): Promise<readonly string[]> {
  const differences: string[] = [];
  const expect = async (address: string, expected: bigint, what: string): Promise<void> => {
    const balance = await getBalance(client, { address });
    if (balance !== expected) differences.push(`${what} has ${balance} instead of ${expected}`);
  };
  const fees = new Map(ended.map(({ id, fee }) => [id, BigInt(fee)]));
  const left = new Map(initial);
  for (const { id, intent } of withdrawals)
    left.set(intent.owner, (left.get(intent.owner) ?? 0n) - intent.amount - (fees.get(id) ?? 0n));
  await forEachAtOnce(withdrawals, 16, ({ id, intent }) => expect(intent.to, intent.amount, `the recipient of ${id}`));
  for (const [wallet, balance] of left) await expect(wallet, balance, `wallet ${wallet}`);
  for (const { id, status } of ended) if (status !== 'succeeded') differences.push(`${id} is ${status}`);
  return differences;
}

interface PaidOnce {
  readonly withdrawals: readonly Withdrawal[];
  readonly ended: readonly EndedPayment[];
  /** The balances of the wallets before, by address. */
  readonly initial: ReadonlyMap<string, bigint>;
}
