import { now, type Chain, type Ledger } from '../chain/chain.ts';
import { type ReorganizedTransaction } from '../chain/dropped-transactions.ts';
import { dumpChain, loadChain } from '../chain/dump.ts';
import { setImpersonated } from '../chain/impersonation.ts';
import { type MiningMode } from '../chain/mining-mode.ts';
import { reapplyPending } from '../chain/pending.ts';
import { mineBlock } from '../chain/produce-block.ts';
import { MockNodeError } from '../errors.ts';
import { checkKeys } from '../known-keys.ts';
import { MIN_INT64 } from '../protocol/java/long.ts';
import { type Address, type Milliseconds } from '../protocol/primitives.ts';
import { type ForkUnknown } from '../state/records/fork-unknown.ts';
import { readContract, type ContractOptions } from './arguments/contract-options.ts';
import {
  readAddress,
  readAmount,
  readEnergyFactor,
  readHex,
  readInteger,
  readWord,
} from './arguments/control-arguments.ts';
import {
  assetBalanceKeys,
  codeKeys,
  storageKeys,
  tokenBalanceKeys,
  type AssetBalanceOverride,
  type CodeOverride,
  type StorageOverride,
  type TokenBalanceOverride,
} from './arguments/overrides.ts';
import { dealToken } from './deal-token.ts';
import { deploy, type DeployOptions, type Deployment } from './deploy.ts';
import { explainTransaction } from './explain-transaction.ts';
import { type Mining } from './interval-mining.ts';
import { invoke, type Invocation, type InvokeOptions } from './invoke.ts';
import { reorganizeChain, type Reorganization } from './reorganization.ts';
import {
  changeHead,
  placeContract,
  setAssetBalance,
  setBalance,
  setChainParameter,
  setCode,
  setEnergyFactor,
  setStorage,
} from './state-overrides.ts';
import { supplyOf, type Supply } from './supply.ts';
import { advanceCycle, advanceTime, increaseTime, mineUntil, setNextBlockTime } from './time-control.ts';
import { type TraceOptions } from './tracing/execution-trace.ts';
import { traceCall, type CallTrace, type TracedCall } from './tracing/trace-call.ts';
import { traceTransaction, type TransactionTrace } from './tracing/trace-transaction.ts';

/**
 * The ways in which a test can control a node besides sending it requests.
 *
 * Addresses are base58check or 41-hex, bytes hexadecimal, amounts small units, energy factors ten-thousandths, and
 * times milliseconds since 1970. Each control throws MockNodeError `ARGUMENT_INVALID`, naming the argument. The node's
 * methods and the paths below `/admin` share this declaration.
 */
export interface Controls {
  /** Returns the time of the node's clock. */
  readonly now: () => Milliseconds;
  /** Produces `count` blocks, 1 to 1,000,000 and 1 by default. The first one contains the pending transactions. */
  readonly mine: (count?: number) => void;
  /** Changes when blocks are produced. @throws MockNodeError `ARGUMENT_INVALID` */
  readonly setMining: (mode: MiningMode) => void;
  /**
   * Lets 0 milliseconds or more pass, and produces one block in the slot that is reached, as Hardhat's `time.increase`
   * does. Answers, contracts and the expirations of transactions then have the new time.
   */
  readonly increaseTime: (ms: Milliseconds) => void;
  /**
   * Advances the clock alone, by 0 milliseconds or more. The next block takes the slot that the clock has reached.
   * Until then, answers show the state and the time of the head, and a transaction that the node builds expires by the
   * head's time. Use `increaseTime` unless a test is about a node that produces no blocks.
   */
  readonly advanceTime: (ms: Milliseconds) => void;
  /**
   * Produces a block in every slot until the head's time is at least `time`, or none if it already is. A day has 28,800
   * slots, and at most 1,000,000 blocks are produced. Use `increaseTime` to skip slots instead.
   */
  readonly mineUntil: (time: Milliseconds) => void;
  /** Sets the time of the next block: a multiple of 3,000 after the genesis block, and not before the next slot. */
  readonly setNextBlockTime: (time: Milliseconds) => void;
  /**
   * Produces the first block of the next maintenance cycle, in which votes are counted, proposals take effect and
   * energy factors change.
   */
  readonly advanceCycle: () => void;
  /**
   * Replaces the newest blocks with others, as when a fork becomes the longest chain. Returns the fate of each
   * transaction of the replaced blocks, and of each pending one. State that was set on the replaced blocks is undone
   * with them; the clock is not set back. A block that the solid port has shown is never replaced, so set a larger
   * `solidityLag` to replace more.
   */
  readonly reorganize: (reorganization: Reorganization) => readonly ReorganizedTransaction[];

  /**
   * Takes a snapshot of the whole node, including its clock, in constant time. You can revert to it any number of
   * times, in any order. Snapshots of the same state have the same id.
   */
  readonly snapshot: () => string;
  /** @throws MockNodeError `SNAPSHOT_UNKNOWN` */
  readonly revert: (snapshot: string) => void;
  /** Returns the node's complete state as JSON, including blocks and receipts. */
  readonly dump: () => string;
  /**
   * Replaces the node's state with a dump of a node of the same network. @throws MockNodeError `DUMP_INVALID`; the node
   * is unchanged.
   */
  readonly load: (dump: string) => void;

  /** Sets an account's balance, and creates the account if it does not exist. */
  readonly setBalance: (address: string, balance: bigint) => void;
  /** Sets an account's balance of a TRC-10 token, and creates the account if it does not exist. */
  readonly setAssetBalance: (override: AssetBalanceOverride) => void;
  /**
   * Sets an account's balance of a TRC-20 token, whoever has it: finds the storage slot that `balanceOf` reads, as
   * Foundry's `deal` does, and writes the balance there. The total supply stays. Rejects a token that computes balances
   * or packs them with other values.
   */
  readonly dealToken: (override: TokenBalanceOverride) => void;
  /** Sets a contract's runtime code, and creates the contract if it does not exist. */
  readonly setCode: (override: CodeOverride) => void;
  /** Sets a storage slot of a contract. */
  readonly setStorage: (override: StorageOverride) => void;
  /** Sets a contract's energy factor, 0 to 100,000, for the current maintenance cycle. */
  readonly setEnergyFactor: (contract: string, factor: bigint) => void;
  /** Sets a chain parameter by its name in getchainparameters. */
  readonly setChainParameter: (name: string, value: bigint) => void;
  /**
   * Deploys a contract with a transaction in its own block, in every mining mode. @throws MockNodeError
   * `DEPLOYMENT_FAILED` with the constructor's revert reason or the node's message
   */
  readonly deploy: (options: DeployOptions) => Promise<Deployment>;
  /**
   * Calls a contract with a transaction in its own block, in every mining mode, and returns what became of it: result,
   * logs, energy and the reason of a failure. The same call over HTTP has the same result and takes much longer. Only
   * the bandwidth is less here, because the transaction has no signature.
   */
  readonly invoke: (options: InvokeOptions) => Promise<Invocation>;
  /**
   * Accepts an account's transactions with any signature or none, regardless of its permissions. Imported blocks are
   * checked as before, and other nodes reject blocks with such transactions.
   */
  readonly impersonate: (address: string) => void;
  /** Checks an account's signatures again, including those of its pending transactions. */
  readonly stopImpersonating: (address: string) => void;
  /** Returns the totals of coin in the latest state: minted, burned, and in accounts. */
  readonly supply: () => Supply;
  /** Adds a contract to the ledger without a transaction. Replaces any contract at the same address. */
  readonly placeContract: (contract: ContractOptions) => void;

  /**
   * Runs a contract call on the latest state, discards its effects, and returns its trace, instruction by instruction.
   */
  readonly traceCall: (call: TracedCall) => CallTrace;
  /**
   * Returns the trace of a transaction, instruction by instruction, by executing its block again. This works for the
   * latest 1,000 blocks with transactions that this node executed.
   */
  readonly traceTransaction: (txID: string, options?: TraceOptions) => TransactionTrace;
  /**
   * Returns what the result of a transaction that this node executed depends on and a fork cannot know, after the rules
   * that `acceptUnknown` accepts. The list is empty if the result is exact.
   */
  readonly explainTransaction: (txID: string) => readonly ForkUnknown[];
}

/** Creates the controls of a chain. `deployer` deploys contracts by default. @internal */
export function createControls(chain: Chain, mining: Mining, deployer: Address | undefined): Controls {
  const snapshots = snapshotControls(chain);
  return {
    ...blockControls(chain, mining),
    ...snapshots,
    ...stateControls(chain),
    ...accountControls(chain, deployer),
    invoke: (options) => invoke(chain, options, snapshots.revert),
    traceCall: (call) => traceCall(chain, call),
    traceTransaction: (txID, options) => traceTransaction(chain, txID, options),
    explainTransaction: (txID) => explainTransaction(chain, txID),
  };
}

type BlockControl =
  | 'now'
  | 'mine'
  | 'mineUntil'
  | 'setMining'
  | 'increaseTime'
  | 'advanceTime'
  | 'setNextBlockTime'
  | 'advanceCycle'
  | 'reorganize';

function blockControls(chain: Chain, mining: Mining): Pick<Controls, BlockControl> {
  return {
    now: () => now(chain),
    mine(count = 1) {
      readInteger('count', count, { min: 1, max: MAX_MINED_BLOCKS });
      for (let made = 0; made < count; made++) mineBlock(chain);
    },
    mineUntil: (time) => mineUntil(chain, time, MAX_MINED_BLOCKS),
    setMining: (mode) => mining.set(mode),
    increaseTime: (ms) => increaseTime(chain, ms),
    advanceTime: (ms) => advanceTime(chain, ms),
    setNextBlockTime: (time) => setNextBlockTime(chain, time),
    advanceCycle: () => void advanceCycle(chain),
    reorganize: (reorganization) => reorganizeChain(chain, reorganization, MAX_MINED_BLOCKS),
  };
}

/** A test waits a few minutes at most for this many, and the head stays below the year 9999. */
const MAX_MINED_BLOCKS = 1_000_000;

function snapshotControls(chain: Chain): Pick<Controls, 'snapshot' | 'revert' | 'dump' | 'load'> {
  const snapshots = new Map<string, Ledger>();
  /** A test that takes a snapshot before each of its cases, and reverts to it, takes the same one each time. */
  const taken = new WeakMap<Ledger, string>();
  return {
    snapshot() {
      const id = taken.get(chain.ledger) ?? String(snapshots.size + 1);
      snapshots.set(id, chain.ledger);
      taken.set(chain.ledger, id);
      return id;
    },
    revert(snapshot) {
      const ledger = snapshots.get(snapshot);
      if (ledger === undefined) throw new MockNodeError('SNAPSHOT_UNKNOWN', { snapshot });
      chain.ledger = ledger;
    },
    dump: () => dumpChain(chain),
    load: (dump) => loadChain(chain, parseDump(dump)),
  };
}

function parseDump(dump: string): unknown {
  try {
    return JSON.parse(dump);
  } catch (error) {
    const reason = `is not valid JSON (${error instanceof Error ? error.message : String(error)})`;
    throw new MockNodeError('DUMP_INVALID', { path: 'the dump', reason }, { cause: error });
  }
}

function accountControls(
  chain: Chain,
  deployer: Address | undefined,
): Pick<Controls, 'deploy' | 'impersonate' | 'stopImpersonating' | 'supply'> {
  return {
    deploy: (options) => deploy(chain, options, deployer),
    impersonate: (address) => setImpersonated(chain, readAddress('address', address), true),
    stopImpersonating(address) {
      setImpersonated(chain, readAddress('address', address), false);
      reapplyPending(chain);
    },
    supply: () => supplyOf(chain),
  };
}

type StateControl =
  | 'setBalance'
  | 'setAssetBalance'
  | 'dealToken'
  | 'setCode'
  | 'setStorage'
  | 'setEnergyFactor'
  | 'setChainParameter'
  | 'placeContract';

/** The id of a chain's first token. */
const FIRST_TOKEN_ID = 1_000_001n;

function stateControls(chain: Chain): Pick<Controls, StateControl> {
  const change = (override: Parameters<typeof changeHead>[1]): void => changeHead(chain, override);
  return {
    setBalance: (address, balance) =>
      change((state) =>
        setBalance(state, readAddress('address', address), readAmount('balance', balance, { min: 0n })),
      ),
    setAssetBalance: (override) =>
      change((state) => {
        checkKeys('override', override, assetBalanceKeys, '');
        setAssetBalance(state, {
          address: readAddress('address', override.address),
          id: String(readAmount('tokenId', override.tokenId, { min: FIRST_TOKEN_ID })),
          balance: readAmount('balance', override.balance, { min: 0n }),
        });
      }),
    dealToken(override) {
      checkKeys('override', override, tokenBalanceKeys, '');
      dealToken(chain, {
        token: readAddress('token', override.token),
        address: readAddress('address', override.address),
        balance: readAmount('balance', override.balance, { min: 0n, max: 2n ** 256n - 1n }),
      });
    },
    setCode: (override) =>
      change((state) => {
        checkKeys('override', override, codeKeys, '');
        setCode(state, readAddress('address', override.address), readHex('code', override.code));
      }),
    setStorage: (override) =>
      change((state) => {
        checkKeys('override', override, storageKeys, '');
        setStorage(state, {
          contract: readAddress('contract', override.contract),
          slot: readWord('slot', override.slot),
          value: readWord('value', override.value),
        });
      }),
    setEnergyFactor: (contract, factor) =>
      change((state) => setEnergyFactor(state, readAddress('contract', contract), readEnergyFactor('factor', factor))),
    setChainParameter: (name, value) =>
      change((state) => setChainParameter(state, name, readAmount('value', value, { min: MIN_INT64 }))),
    placeContract: (options) =>
      change((state) => {
        const { energyFactor, ...contract } = readContract('contract', options);
        placeContract(state, contract);
        if (energyFactor !== undefined) setEnergyFactor(state, contract.address, energyFactor);
      }),
  };
}
