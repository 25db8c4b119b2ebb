import { getAccount, getAccountResources, getBlocks, getNowBlock, getReward, type AccountResources } from '@coin/rpc';
import { type Stage } from './stage.ts';

/** Stakes of an account in small units. */
export interface StakeOf {
  /** Its own, what it has delegated included. */
  readonly staked: bigint;
  readonly delegatedTo: bigint;
  readonly delegatedFrom: bigint;
}

/** An account that acts. Amounts are small units. */
export interface AccountState {
  readonly address: string;
  readonly balance: bigint;
  readonly bandwidth: StakeOf;
  readonly energy: StakeOf;
  /** Coin that becomes free when its time is over. */
  readonly unstaking: bigint;
  readonly resources: Omit<AccountResources, 'votes'>;
  readonly votes: AccountResources['votes'];
  readonly reward: bigint;
}

/** A block, and the transactions in it. */
export interface BlockSummary {
  readonly number: number;
  readonly time: number;
  readonly witness: string;
  readonly transactions: readonly { readonly type: string; readonly txID: string; readonly result: string }[];
}

const BLOCKS = 10;

const NOTHING: AccountState['resources'] & Pick<AccountResources, 'votes'> = {
  freeBandwidth: { used: 0n, limit: 0n },
  stakedBandwidth: { used: 0n, limit: 0n },
  energy: { used: 0n, limit: 0n, callLimit: 0n },
  votes: { used: 0n, limit: 0n },
};

/** What an account has delegated and received, which the client's `getAccount` leaves out. */
async function readDelegated({ node }: Stage, address: string) {
  const body = JSON.stringify({ address, visible: true });
  const answer = await node.fetch('http://node/wallet/getaccount', { method: 'POST', body });
  const account = (await answer.json()) as Readonly<Record<string, number>> & {
    readonly account_resource?: Readonly<Record<string, number>>;
  };
  const amount = (value: number | undefined) => BigInt(value ?? 0);
  return {
    bandwidth: {
      to: amount(account['delegated_frozenV2_balance_for_bandwidth']),
      from: amount(account['acquired_delegated_frozenV2_balance_for_bandwidth']),
    },
    energy: {
      to: amount(account.account_resource?.['delegated_frozenV2_balance_for_energy']),
      from: amount(account.account_resource?.['acquired_delegated_frozenV2_balance_for_energy']),
    },
  };
}

async function readAccount(stage: Stage, address: string): Promise<AccountState> {
  const { client } = stage;
  const account = await getAccount(client, { address });
  const { votes, ...resources } = (await getAccountResources(client, { address })) ?? NOTHING;
  const delegated = await readDelegated(stage, address);
  const stakeOf = (resource: 'BANDWIDTH' | 'ENERGY', { to, from }: { to: bigint; from: bigint }): StakeOf => {
    const own = account?.staked.find((stake) => stake.resource === resource && !stake.delegated)?.amount ?? 0n;
    return { staked: own + to, delegatedTo: to, delegatedFrom: from };
  };
  return {
    address,
    balance: account?.balance ?? 0n,
    bandwidth: stakeOf('BANDWIDTH', delegated.bandwidth),
    energy: stakeOf('ENERGY', delegated.energy),
    unstaking: (account?.unstaking ?? []).reduce((sum, { amount }) => sum + amount, 0n),
    resources,
    votes,
    reward: await getReward(client, { address }),
  };
}

export async function readAccounts(stage: Stage): Promise<readonly AccountState[]> {
  const accounts: AccountState[] = [];
  for (const { address } of stage.actors) accounts.push(await readAccount(stage, address));
  return accounts;
}

/** The newest blocks, the newest first. */
export async function readBlocks({ client }: Stage): Promise<readonly BlockSummary[]> {
  const { number: head } = await getNowBlock(client);
  const blocks = await getBlocks(client, { fromBlock: Math.max(0, head - BLOCKS + 1), toBlock: head });
  return blocks.toReversed().map(({ number, time, witness = '', transactions }) => ({
    number,
    time,
    witness,
    transactions: transactions.map(({ contractType: type, txID, result = 'SUCCESS' }) => ({ type, txID, result })),
  }));
}
