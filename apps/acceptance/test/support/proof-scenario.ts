import { createMockNode } from '@coin/mock-node';
import { createNodeClient, createTransaction, isRpcError, sendTransaction } from '@coin/rpc';
import { getWitnessCycle, proveTransaction, verifyProof, type Certificate } from '@coin/rpc/proof';
import { createKeySigner } from '@coin/rpc/signer';

/** Pays on a network of three witnesses, and verifies the stored certificate of the payment, and a changed one. */
export async function runProofScenario() {
  const node = createMockNode({ witnessKeys: ['11', '22', '33'].map((byte) => byte.repeat(32)) });
  const client = createNodeClient({ transport: node });
  const [{ privateKey, address: owner }, { address: to }] = node.accounts;
  const { txID } = await sendTransaction(client, {
    transaction: createTransaction(client, { owner, to, amount: 1_500_000n }),
    signer: createKeySigner(privateKey),
  });
  node.mine(3);
  const cycle = await getWitnessCycle(client);
  const witnesses = { genesisTime: cycle.from, cycles: [cycle] };
  const stored = JSON.stringify(await proveTransaction(client, { txID, witnesses }));
  const certificate = JSON.parse(stored) as Certificate;
  const { blockNumber, payment, succeeded } = verifyProof(certificate, { witnesses });
  const changed = { ...certificate, transaction: certificate.transaction.replace(/.{2}$/, '02') };
  let code = 'nothing thrown';
  try {
    verifyProof(changed, { witnesses });
  } catch (error) {
    if (isRpcError(error)) code = error.code;
  }
  return { stored, blockNumber, succeeded, amount: String(payment?.amount), isPaid: payment?.to === to, code };
}
