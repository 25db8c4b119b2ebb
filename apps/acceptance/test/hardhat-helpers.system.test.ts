// Hardhat's network helpers, unchanged, on a served node.
// Real time: they send requests over sockets.
import { createMockNode, serve } from '@coin/mock-node';
import networkHelpersPlugin from '@nomicfoundation/hardhat-network-helpers';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import { expect, test } from 'vitest';
import { controlRows, controlTable } from './support/control-table.ts';

const methodsOf = (helpers: object): readonly string[] =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(helpers)).filter((name) => name !== 'constructor');

test("Hardhat's network helpers do what the table says", async () => {
  const node = createMockNode({ ethereumTools: 'hardhat' });
  await using served = await serve(node);
  const hre = await createHardhatRuntimeEnvironment({
    plugins: [networkHelpersPlugin],
    networks: { coin: { type: 'http', url: `${served.url}/jsonrpc` } },
  });
  const { networkHelpers: helpers, provider } = await hre.network.connect('coin');
  const { time } = helpers;
  const address = `0x${'d2'.repeat(20)}`;
  const send = async (): Promise<string> => {
    const params = [{ from: address, to: address.replace('d2', 'e3'), value: '0x1' }];
    return String(await provider.request({ method: 'eth_sendUnsignedTransaction', params }));
  };
  async function deployed() {
    await helpers.setBalance(address, 77);
    return 'data';
  }
  const calls = {
    takeSnapshot: async () => {
      const snapshot = await helpers.takeSnapshot();
      const before = await time.latestBlock();
      await helpers.mine(3);
      await snapshot.restore();
      await snapshot.restore();
      expect(await time.latestBlock()).toBe(before);
    },
    loadFixture: async () => {
      expect(await helpers.loadFixture(deployed)).toBe('data');
      await helpers.setBalance(address, 5);
      expect(await helpers.loadFixture(deployed)).toBe('data');
      expect(await provider.request({ method: 'eth_getBalance', params: [address, 'latest'] })).toBe('0x4d');
    },
    clearSnapshots: () => helpers.clearSnapshots(),
    mine: async () => {
      const before = await time.latest();
      await helpers.mine(2, { interval: 600 });
      expect((await time.latest()) - before).toBe(603);
    },
    mineUpTo: async () => {
      await helpers.mineUpTo(50);
      expect(await time.latestBlock()).toBe(50);
    },
    'time.latest': () => time.latest(),
    'time.latestBlock': () => time.latestBlock(),
    'time.increase': async () => {
      const before = await time.latest();
      expect(await time.increase(3600)).toBe(before + 3600);
    },
    'time.increaseTo': async () => {
      const target = (await time.latest()) + 90;
      await time.increaseTo(target);
      expect(await time.latest()).toBe(target);
    },
    'time.setNextBlockTimestamp': async () => {
      const target = (await time.latest()) + 300;
      await time.setNextBlockTimestamp(target);
      await helpers.mine();
      expect(await time.latest()).toBe(target);
    },
    setBalance: () => helpers.setBalance(address, 10_000_000),
    impersonateAccount: () => helpers.impersonateAccount(address),
    stopImpersonatingAccount: () => helpers.stopImpersonatingAccount(address),
    dropTransaction: async () => {
      await provider.request({ method: 'evm_setAutomine', params: [false] });
      expect(await helpers.dropTransaction(await send())).toBe(true);
    },
    setCode: () => helpers.setCode(address, '0x00'),
    setStorageAt: () => helpers.setStorageAt(address, 1, 5),
    getStorageAt: async () => expect(Number(await helpers.getStorageAt(address, 1))).toBe(5),
    setBlockGasLimit: () => helpers.setBlockGasLimit(1),
    setCoinbase: () => helpers.setCoinbase(address),
    setNextBlockBaseFeePerGas: () => helpers.setNextBlockBaseFeePerGas(1),
    setNonce: () => helpers.setNonce(address, 1),
    setPrevRandao: () => helpers.setPrevRandao(1),
  };
  expect(await controlRows(calls)).toEqual(controlTable("Hardhat's network helpers"));
  const all = [...methodsOf(helpers), ...methodsOf(time).map((name) => `time.${name}`)];
  expect(Object.keys(calls).toSorted()).toEqual(all.toSorted());
});
