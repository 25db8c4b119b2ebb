import { createMockNode } from '@coin/mock-node';
import {
  createNodeClient,
  deployContract,
  getContract,
  isRpcError,
  sendTransaction,
  triggerConstantContract,
  triggerSmartContract,
} from '@coin/rpc';
import { decodeError, decodeLogs, decodeResult, encodeCall, encodeDeploy, revertReason } from '@coin/rpc/abi';
import { fromEvmAddress } from '@coin/rpc/address';
import { createKeySigner } from '@coin/rpc/signer';
import { expect, test } from 'vitest';
import token from '../fixtures/token.json' with { type: 'json' };

const FEE_LIMIT = 1_000_000_000n;
const SUPPLY = 2n ** 200n;

/** What the test calls of the token. */
const abi = [
  { type: 'constructor', inputs: [{ name: 'supply', type: 'uint256' }] },
  { type: 'function', name: 'symbol', inputs: [], outputs: [{ type: 'string' }] },
  { type: 'function', name: 'decimals', inputs: [], outputs: [{ type: 'uint8' }] },
  { type: 'function', name: 'balanceOf', inputs: [{ type: 'address' }], outputs: [{ type: 'uint256' }] },
  {
    type: 'function',
    name: 'transfer',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ type: 'bool' }],
  },
  {
    type: 'event',
    name: 'Transfer',
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'to', type: 'address', indexed: true },
      { name: 'value', type: 'uint256', indexed: false },
    ],
  },
  {
    type: 'error',
    name: 'Insufficient',
    inputs: [
      { name: 'have', type: 'uint256' },
      { name: 'want', type: 'uint256' },
    ],
  },
] as const;

async function deployedToken() {
  const node = createMockNode();
  const client = createNodeClient({ transport: node });
  const [signer, receiver] = node.accounts.map(({ privateKey }) => createKeySigner(privateKey));
  if (signer === undefined || receiver === undefined) throw new Error('the node has no accounts');
  const owner = signer.address;
  const transaction = await deployContract(client, {
    owner,
    bytecode: token.bytecode,
    abi: token.abi,
    feeLimit: FEE_LIMIT,
    ...encodeDeploy({ abi, args: [SUPPLY] }),
  });
  const { logs } = await sendTransaction(client, { transaction, signer });
  const { contractAddress: contract = '' } = transaction;
  return { client, signer, owner, receiver: receiver.address, contract, logs };
}

test('a token is deployed, read and transferred by its ABI', async () => {
  const { client, signer, owner, receiver, contract, logs } = await deployedToken();
  const zero = fromEvmAddress(`0x${'0'.repeat(40)}`);
  expect(decodeLogs({ abi, logs })).toMatchObject([
    { address: contract, eventName: 'Transfer', args: { from: zero, to: owner, value: SUPPLY } },
  ]);
  const read = async (call: ReturnType<typeof encodeCall>) =>
    (await triggerConstantContract(client, { owner, contract, ...call })).constantResult;
  const symbol = await read(encodeCall({ abi, functionName: 'symbol' }));
  expect(decodeResult({ abi, functionName: 'symbol', data: symbol })).toBe('TST');
  const decimals = await read(encodeCall({ abi, functionName: 'decimals' }));
  expect(decodeResult({ abi, functionName: 'decimals', data: decimals })).toBe(6);

  const transfer = encodeCall({ abi, functionName: 'transfer', args: [receiver, 2n ** 100n] });
  const { constantResult, logs: expected } = await triggerConstantContract(client, { owner, contract, ...transfer });
  expect(decodeResult({ abi, functionName: 'transfer', data: constantResult })).toBe(true);
  const info = await sendTransaction(client, {
    transaction: triggerSmartContract(client, { owner, contract, feeLimit: FEE_LIMIT, ...transfer }),
    signer,
  });
  const decoded = decodeLogs({ abi, logs: info.logs });
  expect(decoded).toMatchObject([
    { address: contract, eventName: 'Transfer', args: { from: owner, to: receiver, value: 2n ** 100n } },
  ]);
  expect(decodeLogs({ abi, logs: expected })).toEqual(decoded);
  const balance = await read(encodeCall({ abi, functionName: 'balanceOf', args: [receiver] }));
  expect(decodeResult({ abi, functionName: 'balanceOf', data: balance })).toBe(2n ** 100n);
});

test('a custom error is decoded, before a transaction is sent and after it failed', async () => {
  const { client, signer, owner, contract } = await deployedToken();
  const call = { owner, contract, ...encodeCall({ abi, functionName: 'transfer', args: [contract, SUPPLY + 1n] }) };
  const simulated = await triggerConstantContract(client, call).catch((error: unknown) => error);
  if (!isRpcError(simulated, 'CALL_REVERTED')) throw new Error('the call did not revert', { cause: simulated });
  expect(decodeError({ abi, data: simulated.context.data })).toEqual({
    errorName: 'Insufficient',
    args: [SUPPLY, SUPPLY + 1n],
  });
  expect(revertReason(simulated.context.data, abi)).toBe(`Insufficient(${SUPPLY}, ${SUPPLY + 1n})`);
  const transaction = await triggerSmartContract(client, { ...call, feeLimit: FEE_LIMIT });
  await expect(sendTransaction(client, { transaction, signer })).rejects.toThrow(
    expect.objectContaining({ code: 'TRANSACTION_FAILED' }),
  );
});

test('the ABI that the chain stores serves as well', async () => {
  const { client, owner, contract, logs } = await deployedToken();
  const { abi: stored = [] } = (await getContract(client, { address: contract })) ?? {};
  const call = encodeCall({ abi: stored, functionName: 'balanceOf', args: [owner] });
  expect(call).toEqual(encodeCall({ abi, functionName: 'balanceOf', args: [owner] }));
  const { constantResult } = await triggerConstantContract(client, { owner, contract, ...call });
  expect(decodeResult({ abi: stored, functionName: 'balanceOf', data: constantResult })).toBe(SUPPLY);
  expect(decodeLogs({ abi: stored, logs })).toEqual(decodeLogs({ abi, logs }));
});
