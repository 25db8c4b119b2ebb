import { createFeePlanner } from '@coin/fee/planner';
import { createMockNode } from '@coin/mock-node';
import {
  createNodeClient,
  createTransaction,
  deployContract,
  getBalance,
  getNowBlock,
  sendTransaction,
  triggerSmartContract,
} from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { createEnergySource } from '@coin/rpc/energy-source';
import { createKeySigner } from '@coin/rpc/signer';
import { formatCoin } from '@coin/units';
import token from '../../fixtures/token.json' with { type: 'json' };

const word = (value: bigint) => value.toString(16).padStart(64, '0');

/** Starts a node, pays, deploys a token, and plans and sends a token transfer. The result is the same in every run. */
export async function runTransferScenario() {
  const node = createMockNode();
  const client = createNodeClient({ transport: node });
  const [sender, recipient] = node.accounts;
  if (sender === undefined || recipient === undefined) throw new Error('the node has no accounts');
  const signer = createKeySigner(sender.privateKey);
  const owner = signer.address;
  const before = await getBalance(client, { address: recipient.address });
  const payment = await sendTransaction(client, {
    transaction: createTransaction(client, { owner, to: recipient.address, amount: 1_500_000n }),
    signer,
  });
  const after = await getBalance(client, { address: recipient.address });
  const { contractAddress: contract = '' } = await sendTransaction(client, {
    transaction: deployContract(client, {
      owner,
      bytecode: token.bytecode,
      parameter: word(1_000_000n),
      feeLimit: 1_000_000_000n,
      callerPercent: 100,
      deployerEnergyLimit: 10_000_000n,
    }),
    signer,
  });
  const call = {
    owner,
    contract,
    functionSelector: 'transfer(address,uint256)',
    parameter: addressToHex(recipient.address).slice(2).padStart(64, '0') + word(5n),
  };
  const clock = { now: () => node.now(), sleep: () => Promise.resolve() };
  const { feeLimit } = await createFeePlanner({ source: createEnergySource(client), clock }).plan(call);
  const tokenTransfer = await sendTransaction(client, {
    transaction: triggerSmartContract(client, { ...call, feeLimit }),
    signer,
  });
  const { blockID: id, number } = await getNowBlock(client);
  return {
    paid: formatCoin(after - before),
    transactions: [payment.txID, tokenTransfer.txID],
    energy: String(tokenTransfer.receipt.energyTotal),
    feeLimit: String(feeLimit),
    head: { id, number },
  };
}
