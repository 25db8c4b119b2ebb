// An account that has something to do for every kind of intent, and the intents.
import { createMockNode, type MockNodeOptions } from '@coin/mock-node';
import { type OutboxIntent } from '@coin/payments';
import * as rpc from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { createKeySigner } from '@coin/rpc/signer';
import token from '../../fixtures/token.json' with { type: 'json' };
import { issueAsset } from '../../src/issue-asset.ts';

const COIN = 1_000_000n;
const DAY_MS = 86_400_000;

/** How many blocks the node's solid state is behind: it comes back with no older state than that. */
export const SOLIDITY_LAG = 3;

/** The options of the node whose state {@link prepareTreasury} returns. */
export const treasuryOptions = { mining: { kind: 'manual' }, solidityLag: SOLIDITY_LAG } satisfies MockNodeOptions;

/** A state of a node in which its first account is a treasury. */
export interface Treasury {
  readonly dump: string;
  readonly tokenId: string;
  readonly token: string;
  readonly witness: string;
}

let prepared: Promise<Treasury> | undefined;

/**
 * The first account of a node has tokens of both kinds, stake for energy, of which it delegates a part to the second
 * account, votes, rewards, and stake to withdraw.
 */
export const prepareTreasury = (): Promise<Treasury> => (prepared ??= prepare());

async function prepare(): Promise<Treasury> {
  await using node = createMockNode(treasuryOptions);
  const [{ privateKey, address: owner }, { address: receiver }] = node.accounts;
  const signer = createKeySigner(privateKey);
  const clock = {
    now: node.now,
    async sleep(ms: number) {
      node.advanceTime(ms);
      node.mine(1);
    },
  };
  const client = rpc.createNodeClient({ transport: node, clock });
  const send = (transaction: Promise<rpc.Transaction>) => rpc.sendTransaction(client, { transaction, signer });
  const [{ address: witness } = { address: '' }] = await rpc.listWitnesses(client);
  await send(rpc.stake(client, { owner, amount: 9_000n * COIN, resource: 'ENERGY' }));
  await send(rpc.delegateResource(client, { owner, receiver, amount: 900n * COIN, resource: 'ENERGY' }));
  await send(rpc.vote(client, { owner, votes: [{ address: witness, count: 4_000n }] }));
  await send(rpc.unstake(client, { owner, amount: 70n * COIN, resource: 'ENERGY' }));
  node.advanceTime(8 * DAY_MS);
  node.advanceCycle();
  node.advanceTime(8 * DAY_MS);
  node.advanceCycle();
  const deployed = await send(
    rpc.deployContract(client, {
      owner,
      bytecode: token.bytecode,
      parameter: (10n ** 12n).toString(16).padStart(64, '0'),
      feeLimit: 1_000n * COIN,
      callerPercent: 100,
      deployerEnergyLimit: 1n,
    }),
  );
  const tokenId = await issueAsset(node, signer, 10n ** 12n);
  node.mine(SOLIDITY_LAG + 1);
  return { dump: node.dump(), tokenId, token: deployed.contractAddress ?? '', witness };
}

/** Every kind of intent that a treasury pays; a call is also how another token moves. */
export const KINDS = [
  'transfer',
  'transfer-asset',
  'transfer-token',
  'call',
  'stake',
  'unstake',
  'delegate',
  'undelegate',
  'vote',
  'withdraw-reward',
  'withdraw-unstaked',
] as const satisfies readonly OutboxIntent['kind'][];

/** An intent of a kind, which differs from all others of its kind by its number, from 0. */
export function intentOf(
  kind: OutboxIntent['kind'],
  index: number,
  { owner, to, tokenId, token: contract, witness }: Treasury & { readonly owner: string; readonly to: string },
): OutboxIntent {
  const amount = 2n * COIN + BigInt(index);
  const resource = 'ENERGY';
  const feeLimit = 100n * COIN;
  switch (kind) {
    case 'transfer':
      return { kind, owner, to, amount, memo: `${index}` };
    case 'transfer-asset':
      return { kind, owner, to, tokenId, amount, memo: `${index}` };
    case 'transfer-token':
      return { kind, owner, to, token: contract, amount, feeLimit, memo: `${index}` };
    case 'call': {
      // Another amount than that of a transfer with the same number.
      const words = [addressToHex(to).slice(2), (amount + COIN).toString(16)].map((word) => word.padStart(64, '0'));
      const functionSelector = 'approve(address,uint256)';
      return { kind, owner, contract, functionSelector, parameter: words.join(''), feeLimit, memo: `${index}` };
    }
    case 'delegate':
    case 'undelegate':
      return { kind, owner, receiver: to, amount, resource };
    case 'stake':
    case 'unstake':
      return { kind, owner, amount, resource };
    case 'vote':
      return { kind, owner, votes: [{ address: witness, count: 1n + BigInt(index) }] };
    case 'withdraw-reward':
    case 'withdraw-unstaked':
      return { kind, owner };
  }
}

const CONTRACT_TYPES = {
  transfer: 'TransferContract',
  'transfer-asset': 'TransferAssetContract',
  'transfer-token': 'TriggerSmartContract',
  call: 'TriggerSmartContract',
  stake: 'FreezeBalanceV2Contract',
  unstake: 'UnfreezeBalanceV2Contract',
  delegate: 'DelegateResourceContract',
  undelegate: 'UnDelegateResourceContract',
  vote: 'VoteWitnessContract',
  'withdraw-reward': 'WithdrawBalanceContract',
  'withdraw-unstaked': 'WithdrawExpireUnfreezeContract',
} satisfies Record<OutboxIntent['kind'], rpc.ContractType>;

/** The contract type and the amount of an intent, which no other of {@link intentOf} has. */
function markOfIntent(intent: OutboxIntent): string {
  const { kind } = intent;
  const type = CONTRACT_TYPES[kind];
  if (kind === 'vote') return `${type} ${intent.votes[0]?.count}`;
  if (kind === 'call') return `${type} ${BigInt(`0x${intent.parameter?.slice(-64)}`)}`;
  return 'amount' in intent ? `${type} ${intent.amount}` : type;
}

/** The same of a transaction on the chain, by the node's names. */
function markOnChain({ contractType, value }: rpc.ChainTransaction): string {
  const { amount, frozen_balance, unfreeze_balance, balance, votes, data } = value as Record<string, unknown>;
  const [vote] = (votes ?? []) as readonly { readonly vote_count: unknown }[];
  const last = typeof data === 'string' ? BigInt(`0x${data.slice(-64)}`) : undefined;
  const number = amount ?? frozen_balance ?? unfreeze_balance ?? balance ?? vote?.vote_count ?? last;
  return number === undefined ? contractType : `${contractType} ${number as bigint}`;
}

/** How often each of these intents is in the blocks of the chain from a number on, with success. */
export async function countIntents(
  client: rpc.NodeClient,
  intents: Readonly<Record<string, OutboxIntent>>,
  from: number,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = Object.fromEntries(Object.keys(intents).map((id) => [id, 0]));
  const ids = new Map(Object.entries(intents).map(([id, intent]) => [markOfIntent(intent), id]));
  const { number: head } = await rpc.getNowBlock(client);
  for (let start = from; start <= head; start += 100)
    for (const { transactions } of await rpc.getBlocks(client, {
      fromBlock: start,
      toBlock: Math.min(start + 99, head),
    }))
      for (const transaction of transactions) {
        const mark = markOnChain(transaction);
        const id = ids.get(mark) ?? mark;
        if (transaction.result === 'SUCCESS') counts[id] = (counts[id] ?? 0) + 1;
      }
  return counts;
}
