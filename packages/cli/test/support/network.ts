import { createMockNode, type PresetNode } from '@coin/mock-node';
import { createNodeClient, createTransaction, sendTransaction, triggerSmartContract } from '@coin/rpc';
import { encodeCall, trc20Abi } from '@coin/rpc/abi';
import { createKeySigner } from '@coin/rpc/signer';
import token from '../../src/plan/token.json' with { type: 'json' };

/** A node with a token, some transfers of it and of coin, and one that fails. */
export async function openNetwork() {
  const node: PresetNode = createMockNode();
  const client = createNodeClient({ transport: node });
  const [first, second] = node.accounts;
  if (first === undefined || second === undefined) throw new Error('the node has no accounts');
  const signer = createKeySigner(first.privateKey);
  const [owner, receiver] = [first.address, second.address];
  const { address: contract } = await node.deploy({
    owner,
    bytecode: token.bytecode,
    abi: token.abi,
    args: [1_000_000_000n],
  });
  const sendCoin = async (to: string, memo?: string) =>
    sendTransaction(client, {
      transaction: createTransaction(client, { owner, to, amount: 1_500_000n, ...(memo && { memo }) }),
      signer,
    });
  const sendToken = async (amount: bigint, feeLimit: bigint) =>
    sendTransaction(client, {
      transaction: triggerSmartContract(client, {
        owner,
        contract,
        feeLimit,
        ...encodeCall({ abi: trc20Abi, functionName: 'transfer', args: [receiver, amount] }),
      }),
      signer,
    });
  const paid = await sendCoin(receiver, 'order 1');
  const created = await sendCoin('TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf');
  const moved = await sendToken(7n, 100_000_000n);
  const failed = await sendToken(10n ** 30n, 100_000_000n).catch(
    (error: unknown) => (error as { context: { txID: string } }).context,
  );
  // A block on top makes the others solid.
  node.mine();
  return { node, client, owner, receiver, contract, signer, paid, created, moved, failedTxID: failed.txID };
}
