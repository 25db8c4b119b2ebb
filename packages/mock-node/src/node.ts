import { advanceTime, advanceCycle, mineOpening, setNextBlockTime } from './control/time-control.ts';
import { createChain, latestState } from './chain/chain.ts';
import type { Chain, Ledger, MiningMode } from './chain/chain.ts';
import * as cheats from './control/state-overrides.ts';
import { callConstant } from './chain/constant-call.ts';
import { dumpChain, loadChain } from './chain/dump.ts';
import { ChainError } from './ledger/ledger-errors.ts';
import { importBlock } from './chain/import-block.ts';
import { createMining } from './control/interval-mining.ts';
import { mineBlock } from './chain/produce-block.ts';
import { createWitnessSigner } from './crypto/witness-signer.ts';
import type { NetworkDescription } from './network/network-description.ts';
import { MockNodeError } from './errors.ts';
import { blockFromJson } from './http/message/block-json.ts';
import type { CallScripts } from './http/instruments/call-scripts.ts';
import type { Controls } from './http/server/admin.ts';
import type { Faults } from './http/instruments/faults.ts';
import { createFetch } from './http/server/fetch.ts';
import type { Fetch } from './http/server/fetch.ts';
import type { Journal } from './http/instruments/request-log.ts';
import { createSurface } from './http/server/http-api.ts';
import type { Surface } from './http/server/http-api.ts';
import { readAddress, readAmount, readCount, readHex, readWord } from './control/control-arguments.ts';
import { miningOf, networkOf, placedContract, solidityLagOf, startTimeOf, witnessKeysOf } from './node-options.ts';
import type { ContractOptions, MockNodeOptions } from './node-options.ts';
import { developmentAccounts } from './network/development-accounts.ts';
import { toBase58 } from './protocol/address.ts';
import { TriggerSmartContract } from './protocol/contract-messages.ts';
import { create } from './protocol/wire.ts';
import type { Milliseconds } from './protocol/primitives.ts';
import { createState } from './state/root.ts';
import type { TraceStep } from './vm/machine/trace.ts';
import { MIN_INT64 } from './protocol/java/long.ts';

/** An account with its private key. */
export interface NodeAccount {
  /** Base58check. */
  readonly address: string;
  /** 32 bytes in hexadecimal. */
  readonly privateKey: string;
}

/**
 * A full node in this process. Addresses are base58check or 41-hex, amounts small units, factors ten-thousandths, times
 * milliseconds since 1970.
 *
 * Source: Decision: one object with methods, because a test passes it around as one thing.
 */
export interface MockNode extends AsyncDisposable {
  /** Asks the node: `fetch` with any host. */
  readonly fetch: Fetch;
  readonly network: NetworkDescription;
  /** The preset networks' rich accounts; none of a described network's, whose keys the node does not know. */
  readonly accounts: readonly NodeAccount[];
  /** Answers that go wrong on purpose. */
  readonly faults: Faults;
  /** Requests so far. */
  readonly requests: Journal;
  /** Answers to contract calls without bytecode. */
  readonly scripts: CallScripts;

  /** The node's clock. */
  readonly now: () => Milliseconds;
  /** Makes blocks, of what waits first. @param count 1 or more; 1 unless given. */
  readonly mine: (count?: number) => void;
  readonly setMining: (mode: MiningMode) => void;
  /** Moves the clock on; the next block comes in the slot that it has reached then. @param milliseconds 0 or more. */
  readonly advanceTime: (milliseconds: Milliseconds) => void;
  /** Sets the time of the next block: a multiple of 3,000 after the genesis block, not before the next slot. */
  readonly setNextBlockTime: (time: Milliseconds) => void;
  /** Makes the first block of the next maintenance cycle: votes are counted, energy factors move. */
  readonly advanceCycle: () => void;

  /** Executes another node's block, given as getblockbynum prints it. @throws MockNodeError `INVALID_BLOCK`, having changed nothing. */
  readonly importBlock: (json: string) => void;

  /** Remembers everything, at no cost. A snapshot may be gone back to any number of times, and past others. */
  readonly snapshot: () => string;
  /** @throws MockNodeError `UNKNOWN_SNAPSHOT` */
  readonly revert: (snapshot: string) => void;
  /** Everything that the node knows as JSON, blocks and receipts included. */
  readonly dump: () => string;
  /** Takes over a dump of a node of the same network. @throws MockNodeError `INVALID_DUMP`, having changed nothing. */
  readonly load: (dump: string) => void;

  readonly setBalance: (address: string, balance: bigint) => void;
  readonly setCode: (address: string, code: string) => void;
  readonly setStorage: (contract: string, slot: string, value: string) => void;
  readonly setEnergyFactor: (contract: string, factor: bigint) => void;
  readonly setChainParameter: (name: string, value: bigint) => void;
  /** Puts a contract into the ledger, in place of one that may stand there. */
  readonly placeContract: (contract: ContractOptions) => void;

  /** Runs a contract call on the newest ledger and forgets it: what it did, instruction by instruction. */
  readonly traceCall: (call: TracedCall) => CallTrace;

  /** Stops making blocks. A node without an interval need not be closed. */
  readonly close: () => Promise<void>;
}

/** A contract call to be traced. */
export interface TracedCall {
  readonly owner: string;
  readonly contract: string;
  /** Selector and arguments in hexadecimal. */
  readonly data: string;
  /** Small units, 0 or more; 0 unless given. */
  readonly callValue?: bigint;
}

/** What a traced call did. */
export interface CallTrace {
  readonly steps: readonly TraceStep[];
  /** Why it failed, in the node's words; absent where it succeeded or reverted. */
  readonly error?: string;
}

const surfaces = /* @__PURE__ */ new WeakMap<MockNode, Surface>();

/** The HTTP side of a node, for those who serve it. */
export function surfaceOf(node: MockNode): Surface {
  const surface = surfaces.get(node);
  if (surface !== undefined) return surface;
  throw new MockNodeError('INVALID_ARGUMENT', { argument: 'node', problem: 'is no node made by createMockNode' });
}

/**
 * Starts a full node in this process: a ledger with its rules, real energy metering, the HTTP interface behind `fetch`.
 * It is ready at once and has made its first blocks. Equal options and equal requests give equal ids, because nothing
 * reads the machine's clock unless it is told to.
 *
 * @param options network, clock, mining; none are needed.
 * @throws MockNodeError `INVALID_CONFIG` or `INVALID_ARGUMENT`, naming the option.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 *
 * const node = createMockNode();
 * const answer = await node.fetch('http://node/wallet/getaccount', {
 *   method: 'POST',
 *   body: JSON.stringify({ address: node.accounts[0]?.address, visible: true }),
 * });
 * (await answer.json()).balance; // => 1000000000000
 * ```
 *
 * Source: Decision: a node for tests starts in milliseconds and needs no container.
 */
export function createMockNode(options: MockNodeOptions = {}): MockNode {
  const network = networkOf(options);
  const contracts = options.contracts ?? [];
  const chain = createChain({
    network,
    signer: createWitnessSigner(witnessKeysOf(options)),
    clock: startTimeOf(options),
    mining: miningOf(options.mining),
    solidityLag: solidityLagOf(options),
  });
  open(chain, contracts);
  const mining = createMining(chain);
  const controls = controlsOf(chain, mining.set);
  const surface = createSurface({ chain, controls, faultSeed: options.faultSeed ?? 1 });
  const close = (): Promise<void> => {
    mining.stop();
    return Promise.resolve();
  };
  const node: MockNode = {
    ...controls,
    fetch: createFetch(surface),
    network,
    accounts: options.network === undefined ? knownAccounts() : [],
    faults: surface.faults,
    requests: surface.journal,
    scripts: surface.scripts,
    now: () => chain.ledger.clock,
    importBlock: (json) => controls.importBlock(blockFromJson(json)),
    mine: (count = 1) => controls.mine(count),
    placeContract: (contract) =>
      cheats.changeHead(chain, (state) => {
        cheats.placeContract(state, placedContract(contract));
        if (contract.energyFactor !== undefined) {
          cheats.setEnergyFactor(state, readAddress('address', contract.address), readFactor(contract.energyFactor));
        }
      }),
    traceCall: (call) => traceCall(chain, call),
    close,
    [Symbol.asyncDispose]: close,
  };
  surfaces.set(node, surface);
  return node;
}

function traceCall(chain: Chain, { owner, contract, data, callValue = 0n }: TracedCall): CallTrace {
  const steps: TraceStep[] = [];
  const call = create(TriggerSmartContract, {
    owner_address: readAddress('owner', owner),
    contract_address: readAddress('contract', contract),
    data: readHex('data', data),
    call_value: readAmount('callValue', callValue, 0n),
  });
  try {
    callConstant(chain, latestState(chain), call, { trace: (step) => steps.push(step) });
    return { steps };
  } catch (error) {
    if (error instanceof ChainError) return { steps, error: error.message };
    throw error;
  }
}

function knownAccounts(): readonly NodeAccount[] {
  return developmentAccounts.map(({ privateKey, address }) => ({ address: toBase58(address), privateKey }));
}

/** Contracts stand in the genesis state; factors hold in the cycle that the opening blocks have reached. */
function open(chain: Chain, contracts: readonly ContractOptions[]): void {
  const genesis = createState(chain.ledger.head);
  for (const contract of contracts) cheats.placeContract(genesis, placedContract(contract));
  chain.ledger = { ...chain.ledger, head: genesis.root };
  const factors = contracts.filter(({ energyFactor = 0n }) => energyFactor > 0n);
  mineOpening(chain, { cycles: factors.length > 0 ? 1 : 0 });
  const head = createState(chain.ledger.head);
  for (const { address, energyFactor } of factors) {
    cheats.setEnergyFactor(head, readAddress('contracts.address', address), readFactor(energyFactor as bigint));
  }
  chain.ledger = { ...chain.ledger, head: head.root };
}

const readFactor = (factor: bigint): bigint => readAmount('factor', factor, 0n, 100_000n);

function controlsOf(chain: Chain, setMining: (mode: MiningMode) => void): Controls {
  const snapshots = new Map<string, Ledger>();
  return {
    importBlock: (block) => importBlock(chain, block),
    mine(count) {
      for (let made = 0; made < readCount('count', count); made++) mineBlock(chain);
    },
    advanceTime: (milliseconds) => advanceTime(chain, milliseconds),
    setNextBlockTime: (time) => setNextBlockTime(chain, time),
    advanceCycle: () => void advanceCycle(chain),
    setMining: (mode) => setMining(miningOf(mode)),
    snapshot() {
      const id = String(snapshots.size + 1);
      snapshots.set(id, chain.ledger);
      return id;
    },
    revert(snapshot) {
      const ledger = snapshots.get(snapshot);
      if (ledger === undefined) throw new MockNodeError('UNKNOWN_SNAPSHOT', { snapshot });
      chain.ledger = ledger;
    },
    dump: () => JSON.stringify(dumpChain(chain)),
    load: (dump) => loadChain(chain, parsed(dump)),
    setBalance: (address, balance) =>
      cheats.changeHead(chain, (state) =>
        cheats.setBalance(state, readAddress('address', address), readAmount('balance', balance, 0n)),
      ),
    setCode: (address, code) =>
      cheats.changeHead(chain, (state) =>
        cheats.setCode(state, readAddress('address', address), readHex('code', code)),
      ),
    setStorage: (contract, slot, value) =>
      cheats.changeHead(chain, (state) =>
        cheats.setStorage(state, {
          contract: readAddress('contract', contract),
          slot: readWord('slot', slot),
          value: readWord('value', value),
        }),
      ),
    setEnergyFactor: (contract, factor) =>
      cheats.changeHead(chain, (state) =>
        cheats.setEnergyFactor(state, readAddress('contract', contract), readFactor(factor)),
      ),
    setChainParameter: (name, value) =>
      cheats.changeHead(chain, (state) => cheats.setChainParameter(state, name, readAmount('value', value, MIN_INT64))),
  };
}

function parsed(dump: string): unknown {
  try {
    return JSON.parse(dump);
  } catch (error) {
    const problem = `is no JSON (${(error as Error).message})`;
    throw new MockNodeError('INVALID_DUMP', { path: 'the dump', problem }, { cause: error });
  }
}
