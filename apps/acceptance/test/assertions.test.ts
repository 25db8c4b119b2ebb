import { createFeePlanner } from '@coin/fee/planner';
import {
  createNodeClient,
  createTransaction,
  getTransactionInfoById,
  sendTransaction,
  triggerConstantContract,
  triggerSmartContract,
} from '@coin/rpc';
import { decodeResult, encodeCall, writeContract } from '@coin/rpc/abi';
import { createEnergySource } from '@coin/rpc/energy-source';
import { createKeySigner } from '@coin/rpc/signer';
// The assertions on what rpc returns and throws, of a token.
import { createNodeTest } from '@coin/testing/vitest';
import { expect } from 'vitest';
import token from '../fixtures/token.json' with { type: 'json' };

const { abi } = token;
const SUPPLY = 1_000_000n;

const test = createNodeTest({
  async prepare(node) {
    const { address } = await node.deploy({ bytecode: token.bytecode, abi, args: [SUPPLY], name: 'Token' });
    const client = createNodeClient({ transport: node });
    const [owner, receiver] = [node.accounts[0], node.accounts[1]];
    const signer = createKeySigner(owner.privateKey);
    const call = (functionName: string, args: readonly unknown[]) => ({
      owner: owner.address,
      contract: address,
      ...encodeCall({ abi, functionName, args }),
    });
    const send = (functionName: string, args: readonly unknown[]) =>
      sendTransaction(client, {
        transaction: triggerSmartContract(client, { ...call(functionName, args), feeLimit: 100_000_000n }),
        signer,
      });
    const balanceOf = async (account: string): Promise<bigint> => {
      const { constantResult } = await triggerConstantContract(client, call('balanceOf', [account]));
      return decodeResult({ abi, functionName: 'balanceOf', data: constantResult }) as bigint;
    };
    return {
      client,
      signer,
      contract: address,
      owner: owner.address,
      receiver: receiver.address,
      call,
      send,
      balanceOf,
    };
  },
});

test('a transfer emits its event, burns its fee, and moves the token', async ({ node, prepared }) => {
  const { client, contract, owner, receiver, call, send, balanceOf } = prepared;
  const simulated = await triggerConstantContract(client, call('transfer', [receiver, 5n]));
  const event = { event: 'Transfer', abi, args: { from: owner, to: receiver, value: 5n }, contract };
  await expect(simulated).toEmit(event);
  let info: Awaited<ReturnType<typeof send>> | undefined;
  const transfer = async () => (info = await send('transfer', [receiver, 5n]));
  await expect(transfer).toChangeBalances(balanceOf, { [owner]: -5n, [receiver]: 5n });
  await expect(info).toEmit(event);
  await expect(info).toEmit('Transfer(address,address,uint256)');
  await expect(info).not.toEmit({ ...event, args: [owner, receiver, 6n] });
  await expect(info).not.toRevertWith();
  await expect(info).toUseEnergy(simulated.energyUsed);
  await expect(info).toBurn(info?.fee ?? -1n);
  await expect({ node, txID: info?.txID }).toBurn(info?.fee ?? -1n);
  await expect(getTransactionInfoById(client, { txID: info?.txID ?? '' })).toUseEnergy(simulated.energyUsed);
});

test('a call that writeContract plans or sends reverts with its error, any value in place of some', async ({
  prepared,
}) => {
  const { client, contract: address, receiver, signer } = prepared;
  const call = { abi, address, functionName: 'transfer', args: [receiver, SUPPLY + 1n], signer };
  const planner = createFeePlanner({ source: createEnergySource(client) });
  for (const fee of [{ planner }, { feeLimit: 100_000_000n }]) {
    const write = () => writeContract(client, { ...call, ...fee });
    await expect(write).toRevertWith({ error: 'Insufficient', abi, args: [SUPPLY, undefined] });
    await expect(write).toRevertWith({ error: 'Insufficient(uint256,uint256)', args: [undefined, SUPPLY + 1n] });
    await expect(expect(write).toRevertWith({ error: 'Insufficient', abi, args: [undefined, SUPPLY] })).rejects.toThrow(
      'Insufficient(any, 1000000)',
    );
  }
});

test('a transfer of too much reverts with its error, in each form', async ({ prepared }) => {
  const { client, receiver, call, send } = prepared;
  const expected = { error: 'Insufficient', abi, args: [SUPPLY, SUPPLY + 1n] };
  const simulate = () => triggerConstantContract(client, call('transfer', [receiver, SUPPLY + 1n]));
  await expect(simulate).toRevertWith(expected);
  await expect(simulate()).toRevertWith({ error: 'Insufficient(uint256,uint256)' });
  await expect(() => send('transfer', [receiver, SUPPLY + 1n])).toRevertWith(expected);
  await expect(expect(simulate).toRevertWith({ panic: 0x11 })).rejects.toThrow(
    /^Expected the contract to revert with Panic\(0x11\), but it reverted with 0x[0-9a-f]{136}\.$/,
  );
  await expect(expect(simulate).toRevertWith({ ...expected, args: [SUPPLY, undefined] })).resolves.toBeUndefined();
  await expect(expect(simulate).toRevertWith({ ...expected, args: { want: 7n } })).rejects.toThrow(
    `but it reverted with Insufficient(${SUPPLY}, ${SUPPLY + 1n}).`,
  );
});

test('a transfer of coin changes balances by the amount', async ({ node, prepared }) => {
  const { client, signer, owner, receiver } = prepared;
  const transaction = () => createTransaction(client, { owner, to: receiver, amount: 1_500_000n });
  await expect(() => sendTransaction(client, { transaction: transaction(), signer })).toChangeBalances(node, {
    [owner]: -1_500_000,
    [receiver]: 1_500_000,
  });
});
