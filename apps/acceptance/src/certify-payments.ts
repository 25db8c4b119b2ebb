// node certify-payments.ts COUNT: prints certificates of payments on a network of 27 witnesses, which share no header.
// A separate process keeps their signers out of the memory of the one that verifies them.
import { createMockNode } from '@coin/mock-node';
import { createNodeClient, createTransaction, sendTransaction } from '@coin/rpc';
import { getWitnessCycle, proveTransaction, type Certificate } from '@coin/rpc/proof';
import { createKeySigner } from '@coin/rpc/signer';

const node = createMockNode({
  witnessKeys: Array.from({ length: 27 }, (_, index) => (index + 1).toString(16).padStart(64, '0')),
});
const client = createNodeClient({ transport: node });
const [{ privateKey, address: owner }, { address: to }] = node.accounts;
const cycle = await getWitnessCycle(client);
// The network begins with its first cycle.
const witnesses = { genesisTime: cycle.from, cycles: [cycle] };
const certificates: Certificate[] = [];
while (certificates.length < Number(process.argv[2])) {
  const transaction = createTransaction(client, { owner, to, amount: 5n });
  const { txID } = await sendTransaction(client, { transaction, signer: createKeySigner(privateKey) });
  node.mine(30);
  certificates.push((await proveTransaction(client, { txID, witnesses })) as Certificate);
}
process.stdout.write(JSON.stringify({ witnesses, certificates }));
