// viem's test client and the error decoding of viem and ethers, on a node with the control methods.
import { createMockNode, type MockNode } from '@coin/mock-node';
import { Contract, type ErrorDescription } from 'ethers';
import {
  type Abi,
  ContractFunctionRevertedError,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeErrorResult,
  http,
  parseAbi,
  testActions,
  toHex,
  type Address,
  type BaseError,
} from 'viem';
import { describe, expect, test } from 'vitest';
import { controlRows, controlTable } from './support/control-table.ts';
import { ethersProvider } from './support/ethers-provider.ts';

/** Its function `run(bytes)` reverts with the bytes. */
const ECHO = { address: `41${'ec'.repeat(20)}`, code: '6024358060446000376000fd' } as const;
const echo: Address = `0x${'ec'.repeat(20)}`;
const other: Address = `0x${'d2'.repeat(20)}`;

const open = (ethereumTools: 'anvil' | 'hardhat'): MockNode => createMockNode({ ethereumTools, contracts: [ECHO] });

const transportOf = (node: MockNode) => http('http://node/jsonrpc', { fetchFn: node.fetch, retryCount: 0 });

describe("viem's test client", () => {
  test.each(['anvil', 'hardhat'] as const)('does as %s what the table says', async (mode) => {
    const node = open(mode);
    const client = createTestClient({ mode, transport: transportOf(node) });
    const send = () => client.sendUnsignedTransaction({ from: other, to: echo, value: 0n });
    const calls = {
      setBalance: () => client.setBalance({ address: other, value: 10_000_000n }),
      snapshot: () => client.snapshot(),
      revert: async () => client.revert({ id: await client.snapshot() }),
      increaseTime: () => client.increaseTime({ seconds: 60 }),
      setNextBlockTimestamp: () => client.setNextBlockTimestamp({ timestamp: 1_767_312_000n }),
      mine: () => client.mine({ blocks: 2, interval: 3_600 }),
      setAutomine: () => client.setAutomine(false),
      getAutomine: async () => expect(await client.getAutomine()).toBe(false),
      sendUnsignedTransaction: async () => expect(await send()).toMatch(/^0x/),
      getTxpoolStatus: async () => expect(await client.getTxpoolStatus()).toEqual({ pending: 1, queued: 0 }),
      dropTransaction: async () => {
        await client.dropTransaction({ hash: await send() });
        expect(await client.getTxpoolStatus()).toEqual({ pending: 1, queued: 0 });
      },
      getTxpoolContent: () => client.getTxpoolContent(),
      inspectTxpool: () => client.inspectTxpool(),
      impersonateAccount: () => client.impersonateAccount({ address: other }),
      stopImpersonatingAccount: () => client.stopImpersonatingAccount({ address: other }),
      setCode: () => client.setCode({ address: other, bytecode: '0x00' }),
      setStorageAt: () => client.setStorageAt({ address: other, index: 1, value: toHex(5, { size: 32 }) }),
      dumpState: async () => expect(await client.dumpState()).toMatch(/^0x7b/),
      loadState: async () => client.loadState({ state: await client.dumpState() }),
      reset: () => client.reset(),
      setIntervalMining: () => client.setIntervalMining({ interval: 0 }),
      setBlockGasLimit: () => client.setBlockGasLimit({ gasLimit: 1n }),
      setBlockTimestampInterval: () => client.setBlockTimestampInterval({ interval: 3_600 }),
      removeBlockTimestampInterval: () => client.removeBlockTimestampInterval(),
      setCoinbase: () => client.setCoinbase({ address: other }),
      setLoggingEnabled: () => client.setLoggingEnabled(true),
      setMinGasPrice: () => client.setMinGasPrice({ gasPrice: 1n }),
      setNextBlockBaseFeePerGas: () => client.setNextBlockBaseFeePerGas({ baseFeePerGas: 1n }),
      setNonce: () => client.setNonce({ address: other, nonce: 1 }),
      setRpcUrl: () => client.setRpcUrl('http://live.example'),
    };
    expect(await controlRows(calls)).toEqual(controlTable("viem's test client"));
    const all = Object.keys(testActions({ mode })(client)).filter((name) => name !== 'mode');
    expect(Object.keys(calls).toSorted()).toEqual(all.toSorted());
  });
});

const failures = [
  ['a custom error', 'error Short(uint256 missing)', 'Short', 5n],
  ['a reason', 'error Error(string reason)', 'Error', 'closed'],
  ['a panic', 'error Panic(uint256 code)', 'Panic', 17n],
] as const;

describe.each(failures)('%s', (_, declaration, name, value) => {
  const node = open('anvil');
  const data = encodeErrorResult({ abi: parseAbi([declaration]) as Abi, errorName: name, args: [value] });
  const abi = ['function run(bytes data) view', 'error Short(uint256 missing)'] as const;

  test('is decoded by viem', async () => {
    const client = createPublicClient({ transport: transportOf(node) });
    const call = { address: echo, abi: parseAbi(abi), functionName: 'run', args: [data] } as const;
    for (const run of [
      () => client.readContract(call),
      () => client.estimateContractGas({ ...call, account: other }),
    ]) {
      const failure = await run().catch((error: unknown) => error);
      const reverted = (failure as BaseError).walk((error) => error instanceof ContractFunctionRevertedError);
      expect((reverted as ContractFunctionRevertedError).data).toMatchObject({ errorName: name, args: [value] });
    }
  });

  test('is decoded by ethers', async () => {
    const provider = ethersProvider(node);
    const run = new Contract(echo, abi, provider).getFunction('run');
    const failure = await run.staticCall(data).catch((error: unknown) => error);
    const { code, revert } = failure as { readonly code: string; readonly revert: ErrorDescription };
    // ethers gives a panic's code as a number.
    expect([code, revert.name, revert.args.map(String)]).toEqual(['CALL_EXCEPTION', name, [String(value)]]);
    await expect(run.estimateGas(data)).rejects.toMatchObject({ code: 'CALL_EXCEPTION', data });
    provider.destroy();
  });
});

test('a wallet client deploys and calls with the accounts of the node', async () => {
  const node = open('hardhat');
  const transport = transportOf(node);
  const wallet = createWalletClient({ transport });
  const client = createPublicClient({ transport, cacheTime: 0 });
  const [account] = await wallet.getAddresses();
  const common = { account: account ?? other, chain: null } as const;
  const hash = await wallet.sendTransaction({ ...common, data: '0x600160005260206000f3' });
  const { contractAddress: to, status } = await client.getTransactionReceipt({ hash });
  expect(status).toBe('success');
  expect(await client.getCode({ address: to ?? other })).toBe(toHex(1, { size: 32 }));
  const transfer = await wallet.sendTransaction({ ...common, to: other, value: 7n });
  expect((await client.getTransactionReceipt({ hash: transfer })).status).toBe('success');
  expect(await client.getBalance({ address: other })).toBe(7n);
});
