// The CPU time of verifying a payment on a network of 27 witnesses: a first certificate recovers 19 signers, and one
// that shares its headers recovers none.
import { compare } from '@coin/bench/compare';
import { cpuRound } from '@coin/bench/interleave';
import { createMockNode } from '@coin/mock-node';
import { createNodeClient, createTransaction, sendTransaction } from '@coin/rpc';
import { getWitnessCycle, proveTransaction, verifyProof, type Certificate } from '@coin/rpc/proof';
import { createKeySigner } from '@coin/rpc/signer';
import { recoverAddress, type Hex } from 'viem';

const ROUNDS = 9;
const WARM_UP = 2;
const REPEATS = 50;

const node = createMockNode({
  witnessKeys: Array.from({ length: 27 }, (_, index) => (index + 1).toString(16).padStart(64, '0')),
});
const client = createNodeClient({ transport: node });
const [{ privateKey, address: owner }, { address: to }] = node.accounts;
const transaction = createTransaction(client, { owner, to, amount: 5n });
const { txID } = await sendTransaction(client, { transaction, signer: createKeySigner(privateKey) });
node.mine(30);
// The network begins with its first cycle.
const { from, ...cycle } = await getWitnessCycle(client);
const witnesses = { genesisTime: from, cycles: [{ from, ...cycle }] };
const certificate = (await proveTransaction(client, { txID, witnesses })) as Certificate;
const hash: Hex = `0x${txID}`;
const signatures = certificate.headers.map(({ signature }): Hex => `0x${signature}`);

await compare({
  what: 'a payment proven with headers that were seen before',
  ours: cpuRound(REPEATS, () => {
    for (let repeat = 0; repeat < REPEATS; repeat++) verifyProof(certificate, { witnesses });
  }),
  baseline: {
    name: `viem recoverAddress of its ${signatures.length} signatures`,
    round: cpuRound(1, async () => {
      for (const signature of signatures) await recoverAddress({ hash, signature });
    }),
  },
  bound: { atMost: 0.5 },
  rounds: ROUNDS,
  warmUp: WARM_UP,
});
