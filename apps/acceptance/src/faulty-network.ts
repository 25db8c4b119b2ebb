import { createMockNode, type MockNode } from '@coin/mock-node';
import {
  createNodeClient,
  createProposal,
  createTransaction,
  delegateResource,
  deployContract,
  listProposals,
  listWitnesses,
  sendTransaction,
  signTransaction,
  stake,
  unstake,
  vote,
  type NodeClient,
  http,
  type HttpOptions,
  type Transaction,
  type TransactionInfo,
} from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { createKeySigner } from '@coin/rpc/signer';
import token from '../fixtures/token.json' with { type: 'json' };
import { recordedKeys } from './chain-node.ts';
import { issueAsset } from './issue-asset.ts';
import { readRecordedChain } from './recorded-chain.ts';

const DAY_MS = 86_400_000;

/** A node that has data for every endpoint, and the arguments a client needs to query it. */
export interface FaultyNetwork {
  readonly node: MockNode;
  /** Restores the initial ledger and clears requests and faults. */
  readonly restore: () => void;
  readonly createClient: (options?: HttpOptions & { readonly url?: string }) => NodeClient;
  readonly owner: string;
  readonly receiver: string;
  readonly witness: string;
  readonly contract: string;
  readonly proposalId: number;
  /** A TRC-10 token of the owner. */
  readonly tokenId: string;
  /** A transfer that is in a block. */
  readonly transfer: TransactionInfo;
  /** A transfer that is signed but not broadcast. */
  readonly signed: Transaction;
  /** The owner's private key, 32 bytes in hexadecimal. */
  readonly privateKey: string;
}

export const word = (value: bigint | string): string =>
  (typeof value === 'string' ? addressToHex(value).slice(2) : value.toString(16)).padStart(64, '0');

/** Stakes, votes, delegates, deploys, proposes, and advances the clock by fifteen days. */
export async function createFaultyNetwork(): Promise<FaultyNetwork> {
  const { network } = readRecordedChain('mainnet-edge-1');
  const node = createMockNode({ network, witnessKeys: [...recordedKeys.values()] });
  const createClient = ({ url, ...options }: HttpOptions & { readonly url?: string } = {}) =>
    createNodeClient({ transport: http(url ?? node, { retry: 0, ...options }), clock: node.clock });
  const client = createClient();
  const [{ address: witness } = { address: '' }] = await listWitnesses(client);
  const signers = [...recordedKeys].map(([, key]) => createKeySigner(key));
  const witnessSigner = signers.find(({ address }) => address === witness);
  const [signer, other] = signers.filter(({ address }) => address !== witness);
  if (witnessSigner === undefined || signer === undefined || other === undefined)
    throw new Error('the network has no witness');
  const owner = signer.address;
  const receiver = other.address;
  const send = (transaction: Promise<Transaction>, by = signer) => sendTransaction(client, { transaction, signer: by });

  await send(stake(client, { owner, amount: 900_000_000n, resource: 'ENERGY' }));
  await send(vote(client, { owner, votes: [{ address: witness, count: 500n }] }));
  await send(delegateResource(client, { owner, receiver, amount: 100_000_000n, resource: 'ENERGY' }));
  await send(unstake(client, { owner, amount: 50_000_000n, resource: 'ENERGY' }));
  // In the days that follow, the account's free bandwidth recovers.
  const tokenId = await issueAsset(node, signer, 1_000_000n);
  node.advanceTime(5 * DAY_MS);
  node.advanceCycle();
  // After the fifteen days the first can be withdrawn, and this one can still be cancelled.
  await send(unstake(client, { owner, amount: 60_000_000n, resource: 'ENERGY' }));
  node.advanceTime(10 * DAY_MS);
  node.advanceCycle();
  await send(vote(client, { owner, votes: [{ address: witness, count: 400n }] }));
  const deployed = await send(
    deployContract(client, {
      owner,
      bytecode: token.bytecode,
      parameter: word(1_000_000n),
      name: 'Token',
      feeLimit: 1_000_000_000n,
      callerPercent: 100,
      deployerEnergyLimit: 10_000_000n,
    }),
  );
  await send(createProposal(client, { owner: witness, parameters: { energyFee: 210n } }), witnessSigner);
  const [proposal] = await listProposals(client);
  const transfer = await send(createTransaction(client, { owner, to: receiver, amount: 1_500_000n }));
  const signed = await signTransaction(await createTransaction(client, { owner, to: receiver, amount: 7n }), signer);
  const snapshot = node.snapshot();
  return {
    node,
    restore() {
      node.faults.reset();
      node.revert(snapshot);
      node.requests.reset();
    },
    createClient,
    owner,
    receiver,
    witness,
    contract: deployed.contractAddress ?? '',
    proposalId: Number(proposal?.proposalId),
    tokenId,
    transfer,
    signed,
    privateKey: recordedKeys.get(addressToHex(owner)) ?? '',
  };
}
