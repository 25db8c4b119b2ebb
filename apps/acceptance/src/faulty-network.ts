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
  type NodeClientOptions,
  type Transaction,
  type TransactionInfo,
} from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { signerFromPrivateKey } from '@coin/rpc/signer';
import { recordedKeys } from './chain-node.ts';
import { readRecordedChain } from './recorded-chain.ts';
import token from '../fixtures/token.json' with { type: 'json' };

const DAY_MS = 86_400_000;

/** A node on which every endpoint has something to tell, and what a client needs to ask for it. */
export interface FaultyNetwork {
  readonly node: MockNode;
  /** Goes back to here; requests and faults are as at the start. */
  readonly restore: () => void;
  readonly client: (options?: Partial<NodeClientOptions>) => NodeClient;
  readonly owner: string;
  readonly receiver: string;
  readonly witness: string;
  readonly contract: string;
  readonly proposalId: number;
  /** A transfer that is in a block. */
  readonly transfer: TransactionInfo;
  /** A transfer that is signed and not sent, and its bytes in hexadecimal. */
  readonly signed: Transaction;
  /** The owner's, 32 bytes in hexadecimal. */
  readonly privateKey: string;
}

export const word = (value: bigint | string): string =>
  (typeof value === 'string' ? addressToHex(value).slice(2) : value.toString(16)).padStart(64, '0');

/** Stakes, votes, delegates, deploys and proposes, and lets a fortnight pass. */
export async function createFaultyNetwork(): Promise<FaultyNetwork> {
  const { network } = readRecordedChain('mainnet-edge-1');
  const node = createMockNode({ network, witnessKeys: [...recordedKeys.values()] });
  const client = (options: Partial<NodeClientOptions> = {}) =>
    createNodeClient({ endpoints: 'http://node', fetch: node.fetch, clock: () => node.now(), retries: 0, ...options });
  const asker = client();
  const [{ address: witness } = { address: '' }] = await listWitnesses(asker);
  const signers = [...recordedKeys].map(([, key]) => signerFromPrivateKey(key));
  const elder = signers.find(({ address }) => address === witness);
  const [signer, other] = signers.filter(({ address }) => address !== witness);
  if (elder === undefined || signer === undefined || other === undefined) throw new Error('the network has no witness');
  const owner = signer.address;
  const receiver = other.address;
  const send = (transaction: Promise<Transaction>, by = signer) => sendTransaction(asker, { transaction, signer: by });

  await send(stake(asker, { owner, amount: 900_000_000n, resource: 'ENERGY' }));
  await send(vote(asker, { owner, votes: [{ address: witness, count: 500n }] }));
  await send(delegateResource(asker, { owner, receiver, amount: 100_000_000n, resource: 'ENERGY' }));
  await send(unstake(asker, { owner, amount: 50_000_000n, resource: 'ENERGY' }));
  node.advanceTime(5 * DAY_MS);
  node.advanceCycle();
  // When the fortnight is over, the first is there to be withdrawn, and this one to be cancelled.
  await send(unstake(asker, { owner, amount: 60_000_000n, resource: 'ENERGY' }));
  node.advanceTime(10 * DAY_MS);
  node.advanceCycle();
  await send(vote(asker, { owner, votes: [{ address: witness, count: 400n }] }));
  const deployed = await send(
    deployContract(asker, {
      owner,
      bytecode: token.bytecode,
      parameter: word(1_000_000n),
      name: 'Token',
      feeLimit: 1_000_000_000n,
      callerPercent: 100,
      originEnergyLimit: 10_000_000n,
    }),
  );
  await send(createProposal(asker, { owner: witness, parameters: [{ id: 11, value: 210n }] }), elder);
  const [proposal] = await listProposals(asker);
  const transfer = await send(createTransaction(asker, { owner, to: receiver, amount: 1_500_000n }));
  const signed = await signTransaction(await createTransaction(asker, { owner, to: receiver, amount: 7n }), signer);
  const snapshot = node.snapshot();
  return {
    node,
    restore() {
      node.faults.reset();
      node.revert(snapshot);
      node.requests.reset();
    },
    client,
    owner,
    receiver,
    witness,
    contract: deployed.contractAddress ?? '',
    proposalId: Number(proposal?.id),
    transfer,
    signed,
    privateKey: recordedKeys.get(addressToHex(owner)) ?? '',
  };
}
