import { type PresetName } from '@coin/mock-node';
import {
  createTransaction,
  delegateResource,
  isRpcError,
  stake,
  type Transaction,
  triggerSmartContract,
  undelegateResource,
  unstake,
} from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { type KeySigner } from '@coin/rpc/signer';
import * as fc from 'fast-check';
import { askNode, chainParameters, headBlock } from '../../src/ask-node.ts';
import { type Probe, readBlock, type RecordedChain } from '../../src/recorded-chain.ts';
import { type ChainFacts } from '../../src/resources-over-chain.ts';
import { type BatchNode, COIN, createBatchNode, newAddress } from './batch-node.ts';

/** A step of a walk over stakes, delegations and their use. */
export interface WalkStep {
  readonly kind: 'stake' | 'unstake' | 'delegate' | 'undelegate' | 'call' | 'failing call' | 'transfer' | 'new account';
  readonly sender: number;
  readonly receiver: number;
  readonly resource: 'ENERGY' | 'BANDWIDTH';
  /** Small units. */
  readonly amount: bigint;
  /** Blocks of three seconds until the next step. */
  readonly slots: number;
}

const WALKERS = 3;

const kinds = fc.constantFrom<WalkStep['kind']>(
  ...(['stake', 'unstake', 'delegate', 'delegate', 'undelegate', 'call', 'call', 'call', 'failing call'] as const),
  ...(['transfer', 'transfer', 'new account'] as const),
);

const step: fc.Arbitrary<WalkStep> = fc.record({
  kind: kinds,
  sender: fc.nat(WALKERS - 1),
  receiver: fc.nat(WALKERS - 1),
  resource: fc.constantFrom('ENERGY', 'BANDWIDTH'),
  amount: fc.oneof(fc.bigInt(COIN, 40n * COIN), fc.constantFrom(COIN, 1_500_000n, 3n * COIN)),
  slots: fc.oneof(fc.constantFrom(1, 1, 2, 20), fc.integer({ min: 1, max: 30_000 })),
});

/** A network, the share of a token's energy that its callers pay, and what happens. */
export interface Walk {
  readonly preset: PresetName;
  /** Whether proposal 97 is on: limits are computed with integers. */
  readonly hardened: boolean;
  readonly percent: number;
  readonly steps: readonly WalkStep[];
}

export const walks: fc.Arbitrary<Walk> = fc.record({
  preset: fc.constantFrom('spec', 'mainnet', 'private'),
  hardened: fc.boolean(),
  percent: fc.constantFrom(0, 30, 100),
  steps: fc.array(step, { minLength: 10, maxLength: 40 }),
});

const word = (value: bigint | string) =>
  (typeof value === 'string' ? addressToHex(value).slice(2) : value.toString(16)).padStart(64, '0');

function build(
  { client }: BatchNode,
  { kind, resource, amount, slots }: WalkStep,
  { sender, receiver, contract }: { sender: KeySigner; receiver: string; contract: string },
): Promise<Transaction> {
  const owner = sender.address;
  switch (kind) {
    case 'stake':
      return stake(client, { owner, resource, amount });
    case 'unstake':
      return unstake(client, { owner, resource, amount });
    case 'delegate':
      return delegateResource(client, { owner, receiver, resource, amount });
    case 'undelegate':
      return undelegateResource(client, { owner, receiver, resource, amount });
    case 'transfer':
      return createTransaction(client, { owner, to: receiver, amount, ...(slots === 2 && { memo: 'invoice' }) });
    case 'new account':
      return createTransaction(client, { owner, to: newAddress(slots), amount });
    case 'call':
    case 'failing call': {
      // More than anyone has makes it fail.
      const sent = kind === 'call' ? 1n : 10n ** 30n;
      return triggerSmartContract(client, {
        owner,
        contract,
        functionSelector: 'transfer(address,uint256)',
        parameter: word(receiver) + word(sent),
        feeLimit: 100n * COIN,
      });
    }
  }
}

/** Walks on a node, and records its blocks and what it answers about the accounts, like the chains of a real node. */
export async function recordWalk(
  { preset, hardened, percent, steps }: Walk,
  observe?: (batch: BatchNode, address: string) => Promise<void>,
): Promise<{ chain: RecordedChain; facts: ChainFacts }> {
  const batch = createBatchNode(preset);
  const { node, accounts } = batch;
  node.setChainParameter('getAllowHardenResourceCalculation', hardened ? 1n : 0n);
  const [whale, ...others] = accounts;
  if (whale === undefined) throw new Error('the node has no accounts');
  const walkers = others.slice(0, WALKERS);
  node.setBalance(whale.address, 200_000_000n * COIN);
  for (const resource of ['BANDWIDTH', 'ENERGY'] as const) await batch.stakeFor(whale, resource, 50_000_000n * COIN);
  const contract = await batch.deployToken(walkers[0] ?? whale, percent, walkers);
  const probes: Probe[] = [];

  for (const step of steps) {
    const sender = walkers[step.sender] ?? whale;
    const receiver = walkers[step.receiver]?.address ?? '';
    try {
      await batch.broadcast(build(batch, step, { sender, receiver, contract }), sender);
    } catch (error) {
      // The node rejects what is not possible.
      if (!isRpcError(error)) throw error;
    }
    node.mine();
    const { number: head, time } = await headBlock(node);
    for (const { address } of walkers) {
      await observe?.(batch, address);
      const body = { address: addressToHex(address) };
      const answer = JSON.stringify(await askNode(node, 'getaccountresource', body));
      probes.push({ head, path: '/wallet/getaccountresource', body, answer });
    }
    if (step.slots === 1) continue;
    node.setNextBlockTime(time + step.slots * 3_000);
    node.mine();
  }

  const parameters = await chainParameters(node);
  const known = new Set(accounts.map(({ address }) => addressToHex(address)));
  return {
    chain: { network: node.network, blocks: await readBlocks(batch), probes },
    facts: {
      parameters: async () => parameters,
      hasAccount: async (address) => known.has(address),
      onBlock: ({ transactions }) => {
        for (const { raw_data } of transactions) {
          const { to_address: to } = raw_data.contract[0].parameter.value as { to_address?: string };
          if (to !== undefined) known.add(to);
        }
      },
    },
  };
}

async function readBlocks({ node }: BatchNode): Promise<RecordedChain['blocks']> {
  const blocks: RecordedChain['blocks'][number][] = [];
  const { number: head } = await headBlock(node);
  for (let num = 0; num <= head; num++) {
    const block = await askNode<object>(node, 'getblockbynum', { num });
    const infos = await askNode<object[]>(node, 'gettransactioninfobyblocknum', { num });
    blocks.push(readBlock(JSON.stringify({ ...block, infos })));
  }
  return blocks;
}
