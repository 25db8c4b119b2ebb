// An account whose payments need signatures of several people.
// Real time: its tests run it in virtual time.
import { createMockNode } from '@coin/mock-node';
import {
  createOutbox,
  createOutboxQueue,
  type OutboxEntry,
  type OutboxOptions,
  type OutboxStore,
} from '@coin/payments';
import {
  broadcastTransaction,
  createNodeClient,
  decodeTransaction,
  encodeTransaction,
  sendTransaction,
  signTransaction,
  updateAccountPermissions,
  type ContractType,
} from '@coin/rpc';
import { combineSignatures, createKeySigner, signingPayload, type KeySigner } from '@coin/rpc/signer';
import { createMiningClock } from './mining-clock.ts';
import { SOLIDITY_LAG, treasuryOptions } from './treasury.ts';

export const SIGNING_MS = 600_000;
/** The permission of the wallet that people share. */
export const PERMISSION = 2;

/** The signature of a person for the transaction that an entry has. */
export function signedBy(person: KeySigner, { transaction = '' }: OutboxEntry) {
  const { digest } = signingPayload(decodeTransaction(transaction));
  return { signature: person.sign(digest), address: person.address };
}

/** A wallet that people of these weights share, on a node that makes a block whenever something waits. */
export async function openSharedWallet({
  weights,
  threshold,
  operations = ['TransferContract'],
}: {
  weights: readonly bigint[];
  threshold: bigint;
  operations?: readonly ContractType[];
}) {
  const node = createMockNode(treasuryOptions);
  const [wallet, { address: to }, ...others] = node.accounts;
  const people = others.slice(0, weights.length).map(({ privateKey }) => createKeySigner(privateKey));
  const clock = createMiningClock(node);
  const client = createNodeClient({ transport: node, clock });
  const signer = createKeySigner(wallet.privateKey);
  const owner = wallet.address;
  const keys = people.map(({ address }, index) => ({ address, weight: weights[index] ?? 0n }));
  await sendTransaction(client, {
    transaction: updateAccountPermissions(client, {
      owner,
      ownerPermission: { threshold: 1n, keys: [{ address: owner, weight: 1n }] },
      activePermissions: [{ name: 'people', threshold, keys, operations }],
    }),
    signer,
  });
  return {
    node,
    client,
    clock,
    owner,
    people,
    keys,
    open: (store: OutboxStore, options: Partial<OutboxOptions> = {}) =>
      createOutbox({ store, client, signer: [], maxSigningMs: SIGNING_MS, pollMs: 1000, ...options }),
    queueOf: (store: OutboxStore) => createOutboxQueue({ store }),
    intentOf: (memo: string) => ({ kind: 'transfer', owner, to, amount: 5n, memo, permissionId: PERMISSION }) as const,
    /** Has people sign an entry's transaction and send it themselves. */
    sendWithout: async (entry: OutboxEntry, signers: readonly KeySigner[]): Promise<void> => {
      const transaction = decodeTransaction(entry.transaction ?? '');
      const copies = await Promise.all(
        signers.map((person) => signTransaction({ ...transaction, signatures: [] }, person)),
      );
      const combined = combineSignatures([transaction, ...copies]);
      await broadcastTransaction(client, decodeTransaction(encodeTransaction(combined)));
    },
    /** Lets so much time pass, and solid blocks with it. */
    pass: (ms: number): void => {
      node.advanceTime(ms);
      node.mine(SOLIDITY_LAG + 2);
    },
  };
}
