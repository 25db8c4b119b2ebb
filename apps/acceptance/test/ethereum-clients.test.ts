// The calls of viem, ethers and web3.js that a test makes, on a node with the control methods.
import { createMockNode } from '@coin/mock-node';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { Contract, ContractFactory, verifyMessage, verifyTypedData } from 'ethers';
import {
  createPublicClient,
  createWalletClient,
  http,
  parseAbi,
  toHex,
  verifyMessage as verifyMessageOf,
  verifyTypedData as verifyTypedDataOf,
  type Address,
  type Hex,
} from 'viem';
import { expect, onTestFinished, test } from 'vitest';
import { Web3 } from 'web3';
import { controlRows, controlTable, Difference } from './support/control-table.ts';
import { ethersProvider } from './support/ethers-provider.ts';
import { requestOf } from './support/json-rpc-request.ts';

useVirtualTime();

/** Logs its argument, and returns slot 0. Its creation code returns the same code. */
const runtime = '60043560006000a160005460005260206000f3';
const bytecode: Hex = `0x60${(runtime.length / 2).toString(16)}600c60003960${(runtime.length / 2).toString(16)}6000f3${runtime}`;
const RUNNER = { address: `41${'10'.repeat(20)}`, code: runtime } as const;
const runner: Address = `0x${'10'.repeat(20)}`;
const other: Address = `0x${'d2'.repeat(20)}`;
const signature = 'function run(uint256 value) returns (uint256)';
const runAbi = [
  {
    type: 'function',
    name: 'run',
    inputs: [{ name: 'value', type: 'uint256' }],
    outputs: [{ name: '', type: 'uint256' }],
    stateMutability: 'nonpayable',
  },
] as const;

const domain = { name: 'Council', chainId: 5 } as const;
const types = { Vote: [{ name: 'choice', type: 'int8' }] };
const vote = { choice: -2 } as const;

const open = () => createMockNode({ ethereumTools: 'hardhat', contracts: [RUNNER] });

test('viem does what the table says', async () => {
  const node = open();
  const transport = http('http://node/jsonrpc', { fetchFn: node.fetch, retryCount: 0 });
  const client = createPublicClient({ transport, cacheTime: 0, pollingInterval: 100 });
  const wallet = createWalletClient({ transport });
  const [account = other] = await wallet.getAddresses();
  const call = { address: runner, abi: parseAbi([signature]), functionName: 'run', args: [5n], account } as const;
  const stateOverride = [
    { address: runner, stateDiff: [{ slot: toHex(0, { size: 32 }), value: toHex(9, { size: 32 }) }] },
  ];
  const prices = { maxFeePerGas: 100n, maxPriorityFeePerGas: 100n, type: 'eip1559', nonce: 3 } as const;
  const common = { account, chain: null } as const;
  const calls = {
    getChainId: () => client.getChainId(),
    getBlock: () => client.getBlock({ blockTag: 'pending' }),
    getBalance: () => client.getBalance({ address: account }),
    getCode: async () => expect(await client.getCode({ address: runner })).toBe(`0x${runtime}`),
    getStorageAt: () => client.getStorageAt({ address: runner, slot: '0x0' }),
    call: () => client.call({ account, to: runner, ...prices, accessList: [] }),
    'call with stateOverride': async () => {
      expect((await client.call({ to: runner, stateOverride })).data).toBe(toHex(9, { size: 32 }));
    },
    'call of an earlier block': async () => {
      await expect(client.call({ to: runner, blockNumber: 0n })).rejects.toThrow(/no other states are kept/);
      return new Difference('states are kept for the latest 1,000 blocks with transactions only');
    },
    readContract: async () => expect(await client.readContract(call)).toBe(0n),
    simulateContract: async () => expect((await client.simulateContract({ ...call, ...prices })).result).toBe(0n),
    estimateContractGas: () => client.estimateContractGas(call),
    estimateGas: () => client.estimateGas({ account, to: runner, data: '0x', blockTag: 'latest' }),
    estimateFeesPerGas: () => client.estimateFeesPerGas(),
    getFeeHistory: () => client.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] }),
    sendTransaction: () => wallet.sendTransaction({ ...common, ...prices, to: other, value: 7n }),
    writeContract: async () => {
      const hash = await wallet.writeContract({ ...call, ...common });
      expect((await client.waitForTransactionReceipt({ hash })).logs).toHaveLength(1);
    },
    deployContract: async () => {
      const hash = await wallet.deployContract({ ...common, abi: [], bytecode });
      const { contractAddress } = await client.getTransactionReceipt({ hash });
      expect(await client.getCode({ address: contractAddress ?? other })).toBe(`0x${runtime}`);
    },
    getLogs: async () => expect(await client.getLogs({ address: runner, fromBlock: 0n })).toHaveLength(1),
    watchEvent: () =>
      seesOne(
        (onLogs) => client.watchEvent({ address: runner, onLogs }),
        () => wallet.writeContract({ ...call, ...common }),
      ),
    signMessage: async () => {
      const signature = await wallet.signMessage({ account, message: 'hello' });
      expect(await verifyMessageOf({ address: account, message: 'hello', signature })).toBe(true);
    },
    signTypedData: async () => {
      const data = { domain, types, primaryType: 'Vote', message: vote } as const;
      const signature = await wallet.signTypedData({ account, ...data });
      expect(await verifyTypedDataOf({ address: account, ...data, signature })).toBe(true);
    },
    getTransactionCount: () => client.getTransactionCount({ address: account }),
    sendRawTransaction: () => wallet.sendRawTransaction({ serializedTransaction: '0x02' }),
  };
  expect(await controlRows(calls)).toEqual(controlTable('viem'));
});

/** Passes once a listener was called after a log. */
async function seesOne(listen: (onLogs: () => void) => () => void, emit: () => Promise<unknown>): Promise<void> {
  const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 1000));
  let seen = 0;
  const stop = listen(() => seen++);
  await pause();
  await emit();
  await pause();
  stop();
  expect(seen).toBe(1);
}

test('ethers does what the table says', async () => {
  const node = open();
  const provider = ethersProvider(node, { pollingInterval: 100 });
  onTestFinished(() => provider.destroy());
  const signer = await provider.getSigner(0);
  const contract = new Contract(runner, [signature], signer);
  const run = contract.getFunction('run');
  const calls = {
    'provider.getBlock': async () => expect((await provider.getBlock('latest'))?.number).toBe(2),
    'provider.getBalance': () => provider.getBalance(signer.address),
    'provider.getFeeData': async () => expect((await provider.getFeeData()).gasPrice).toBe(100n),
    'provider.call': () => provider.call({ to: runner, type: 2, maxFeePerGas: 100n, accessList: [] }),
    'provider.estimateGas': () => provider.estimateGas({ to: other, value: 1n, from: signer.address }),
    'provider.getLogs': () => provider.getLogs({ address: runner, fromBlock: 0 }),
    'provider.on': () =>
      seesOne(
        (onLog) => {
          void provider.on({ address: runner }, onLog);
          return () => void provider.removeAllListeners();
        },
        () => run.send(5n),
      ),
    'signer.sendTransaction': async () => {
      const sent = await signer.sendTransaction({ to: other, value: 7n, maxFeePerGas: 100n });
      expect((await sent.wait())?.status).toBe(1);
    },
    'signer.signMessage': async () => {
      expect(verifyMessage('hello', await signer.signMessage('hello'))).toBe(signer.address);
    },
    'signer.signTypedData': async () => {
      const data = [domain, types, vote] as const;
      expect(verifyTypedData(...data, await signer.signTypedData(...data))).toBe(signer.address);
    },
    'contract.f.staticCall': async () => expect(await run.staticCall(5n)).toBe(0n),
    'contract.f.estimateGas': () => run.estimateGas(5n),
    'contract.f.send': async () => expect((await (await run.send(5n)).wait())?.status).toBe(1),
    'factory.deploy': async () => {
      const deployed = await new ContractFactory([], bytecode, signer).deploy();
      const contractAddress = (await deployed.deploymentTransaction()?.wait())?.contractAddress ?? '';
      expect(await provider.getCode(contractAddress)).toBe(`0x${runtime}`);
      expect(await provider.getCode(await deployed.getAddress())).toBe('0x');
      return new Difference("an address does not follow from a nonce: use the receipt's `contractAddress`");
    },
    'provider.getTransactionCount': () => provider.getTransactionCount(signer.address),
    'provider.broadcastTransaction': () => provider.send('eth_sendRawTransaction', ['0x02']),
  };
  expect(await controlRows(calls)).toEqual(controlTable('ethers'));
});

test('web3.js does what the table says', async () => {
  const request = requestOf(open());
  const { eth } = new Web3({ request: ({ method, params }: never) => request(method, params) });
  const [from = ''] = await eth.getAccounts();
  const contract = new eth.Contract(runAbi, runner);
  const calls = {
    'eth.getBlock': () => eth.getBlock('pending'),
    'eth.getBalance': () => eth.getBalance(from),
    'eth.getGasPrice': () => eth.getGasPrice(),
    'eth.calculateFeeData': () => eth.calculateFeeData(),
    'eth.call': () => eth.call({ from, to: runner, maxFeePerGas: '100', type: '0x2' }),
    'eth.estimateGas': () => eth.estimateGas({ from, to: other, value: '1' }),
    'eth.sendTransaction': async () => {
      expect((await eth.sendTransaction({ from, to: other, value: '7' })).status).toBe(1n);
    },
    'eth.sign': async () => {
      expect(verifyMessage('hello', (await eth.sign(toHex('hello'), from)) as string)).toBe(from);
    },
    'eth.signTypedData': async () => {
      const members = [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ];
      const data = { domain, types: { ...types, EIP712Domain: members }, primaryType: 'Vote', message: vote };
      const signature = await eth.signTypedData(from, data);
      expect(verifyTypedData(domain, types, vote, signature)).toBe(from);
    },
    'contract.methods.f().call': async () => expect(await contract.methods.run(5).call({ from })).toBe(0n),
    'contract.methods.f().estimateGas': () => contract.methods.run(5).estimateGas({ from }),
    'contract.methods.f().send': async () => {
      expect((await contract.methods.run(5).send({ from })).status).toBe(1n);
    },
    'contract.deploy': async () => {
      const deployed = await new eth.Contract(runAbi).deploy({ data: bytecode }).send({ from });
      expect(await eth.getCode(deployed.options.address ?? '')).toBe(`0x${runtime}`);
    },
    'eth.getPastLogs': async () => expect(await eth.getPastLogs({ address: runner, fromBlock: 0 })).toHaveLength(1),
    'eth.getFeeHistory': () => eth.getFeeHistory(2, 'latest', [50]),
    'eth.getTransactionCount': () => eth.getTransactionCount(from),
    'eth.sendSignedTransaction': () => request('eth_sendRawTransaction', ['0x02']),
  };
  expect(await controlRows(calls)).toEqual(controlTable('web3.js'));
});
