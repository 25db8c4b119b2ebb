import { join } from 'node:path';
import { createMemoryState } from '@coin/mock-node/vm';
import { type Hex } from 'viem';
import { type Case, type Source } from '../case.ts';
import { type Accounts, blockOf, checkStorage, putAccounts, readTests } from '../ethereum-state.ts';
import { addressOf, bytesOf, runIn } from '../vm-calls.ts';
import { exclusions } from './exclusions.ts';

interface StateTest {
  readonly pre: Accounts;
  /** Absent in tests of large states, which give only its hash. */
  readonly postState?: Accounts;
  readonly blocks: readonly [
    {
      readonly blockHeader?: Readonly<Record<'coinbase' | 'number' | 'timestamp', Hex>>;
      readonly transactions?: readonly [Readonly<Record<'data' | 'gasLimit' | 'sender' | 'to' | 'value', Hex>>];
    },
  ];
}

/** A contract of Cancun that keeps the roots of blocks, and which the network does not have. */
const BEACON_ROOTS = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02';

/** The most that an execution takes. */
const MOST_ENERGY = 2n ** 53n - 1n;

/** The gas that Ethereum takes before a transaction runs. */
const intrinsicGas = (data: Uint8Array): bigint =>
  BigInt(data.reduce((gas, byte) => gas + (byte === 0 ? 4 : 16), 21_000));

/** Runs the only transaction of a test. Its energy is the gas, whose prices are not compared. */
function checkTransaction({ pre, postState = {}, blocks: [{ blockHeader, transactions }] }: StateTest): void {
  const [{ data, gasLimit, sender, to, value }] = transactions!;
  const state = createMemoryState();
  const limit = BigInt(gasLimit) - intrinsicGas(bytesOf(data));
  putAccounts(state, { ...pre, [sender]: { balance: value, code: '0x', storage: {} } });
  runIn(state, {
    block: blockOf(blockHeader!.coinbase, blockHeader!.number, blockHeader!.timestamp),
    energyLimit: limit > MOST_ENERGY ? MOST_ENERGY : limit,
    caller: addressOf(sender),
    to: addressOf(to),
    callValue: BigInt(value),
    data: bytesOf(data),
  });
  checkStorage(
    state,
    pre,
    Object.fromEntries(Object.entries(postState).filter(([address]) => address !== BEACON_ROOTS)),
  );
}

function callsContract({ pre, blocks: [{ transactions }] }: StateTest): boolean {
  const called = pre[transactions?.[0].to ?? '0x'];
  return called !== undefined && called.code !== '0x';
}

/** Suites in which few tests depend on prices, or on the addresses of contracts that they create. */
const SUITES =
  'Cancun/stEIP1153-transientStorage Cancun/stEIP5656-MCOPY Pyspecs/byzantium Pyspecs/frontier Pyspecs/shanghai/eip3855_push0 stArgsZeroOneBalance stBadOpcode stBugs stChainId stCodeCopyTest stLogTests stMemoryTest stRandom stRandom2 stRefundTest stReturnDataTest stRevertTest stSelfBalance stShift stSystemOperationsTest stZeroKnowledge stZeroKnowledge2 VMTests'.split(
    ' ',
  );

const readSuite = (folder: string, suite: string): readonly Case[] =>
  readTests<StateTest>(join(folder, suite))
    .filter(({ test }) => test.postState !== undefined && callsContract(test))
    .map(({ name, test }) => ({ name: `${suite} ${name}`, check: () => checkTransaction(test) }));

/** Transactions and the storage that they leave behind on Ethereum. Tests that run no code are left out. */
export const stateTests: Source = {
  name: 'state-tests',
  origin: 'ethereum/tests 4c87ebbf024a, BlockchainTests/GeneralStateTests (of stMemoryTest all but buffer.json)',
  licence: 'MIT',
  read: (folder) => SUITES.flatMap((suite) => readSuite(join(folder, 'BlockchainTests/GeneralStateTests'), suite)),
  exclusions,
};
