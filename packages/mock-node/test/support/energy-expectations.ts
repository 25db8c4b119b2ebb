import {
  type Address,
  type BlockContext,
  type ContractEnergyState,
  type ExecutionResult,
  type MemoryState,
  type VmRules,
  createMemoryState,
  execute,
  vmRules,
} from '../../src/vm/index.ts';

interface RecordedEnergyState {
  readonly energyUsage: number;
  readonly energyFactor: number;
  readonly updateCycle: number;
}

interface RecordedAccount {
  readonly balance: string;
  readonly code?: string;
  readonly version?: number;
  readonly storage?: Readonly<Record<string, string>>;
  readonly contractState?: RecordedEnergyState;
}

interface Expectation {
  readonly energyUsed: number;
  readonly energyPenalty: number;
  readonly reverted: boolean;
  readonly exception?: string;
  readonly returnData: string;
  readonly contractState?: RecordedEnergyState;
}

interface Step {
  readonly kind: 'create' | 'call';
  readonly from: Address;
  /** A contract, or `last` for the most recently created one. */
  readonly to?: Address;
  readonly contractAddress?: Address;
  readonly data: string;
  readonly callValue: string;
  readonly feeLimit?: string;
  readonly constant?: boolean;
  readonly txID: string;
  readonly cycleAfter?: number;
  readonly expect?: Expectation;
  /** The rest of the result; a list that is absent is empty. */
  readonly also?: Partial<Effects>;
}

/** Texts, as the recorder wrote them. */
interface Effects {
  readonly deleted: readonly string[];
  readonly logs: readonly string[];
  readonly internal: readonly string[];
}

/** An account after the steps of a vector. */
interface RecordedEnd {
  readonly exists: boolean;
  readonly balance?: string;
  readonly contract?: boolean;
  /** Bytes of code. */
  readonly code?: number;
}

interface Vector {
  readonly id: string;
  readonly cycle: number;
  readonly block?: { readonly number: number; readonly timestamp: number; readonly coinbase: Address };
  readonly accounts: Readonly<Record<Address, RecordedAccount>>;
  readonly steps: readonly Step[];
  readonly after?: Readonly<Record<Address, RecordedEnd>>;
}

/** A file of energy expectations recorded from a node's virtual machine. */
export interface EnergyExpectations {
  /** Says `94, 95, 96 on` or `off` in a file of 4.8.2. Other files are of 4.8.0. */
  readonly rules?: string;
  readonly energyPrice: number;
  readonly dynamicEnergy: {
    readonly threshold: number;
    readonly increaseFactor: number;
    readonly maxFactor: number;
  };
  readonly vectors: readonly Vector[];
}

/** The result of such a file, with one line per difference. */
export interface EnergyComparison {
  readonly agreed: number;
  readonly expected: number;
  readonly differences: readonly string[];
}

/** Default energy limit of a node's constant calls. */
const CONSTANT_LIMIT = 100_000_000n;

// The expectations were recorded with all proposals enabled except the two that no public network has.
const proposals = [
  'getAllowMultiSign',
  'getAllowTvmTransferTrc10',
  'getAllowTvmConstantinople',
  'getAllowTvmSolidity059',
  'getAllowTvmIstanbul',
  'getAllowTvmVote',
  'getAllowTvmLondon',
  'getAllowHigherLimitForMaxCpuTimeOfOneTx',
  'getAllowOptimizedReturnValueOfChainId',
  'getAllowDynamicEnergy',
  'getAllowTvmShangHai',
  'getAllowEnergyAdjustment',
  'getAllowTvmCancun',
  'getAllowTvmBlob',
];

const proposalsOf482 = ['getAllowTvmSelfdestructRestriction', 'getAllowTvmPrague', 'getAllowTvmOsaka'];

/** Rules of the public network, with the dynamic energy model of the file. */
function recordedRules(file: Pick<EnergyExpectations, 'rules' | 'energyPrice' | 'dynamicEnergy'>): VmRules {
  const is482 = file.rules?.includes('94, 95, 96') === true;
  const enabled = file.rules?.includes('94, 95, 96 on') === true ? [...proposals, ...proposalsOf482] : proposals;
  const parameters = {
    ...Object.fromEntries(enabled.map((name) => [name, 1n])),
    getAllowShieldedTRC20Transaction: is482 ? 0n : 1n,
    getUnfreezeDelayDays: 14n,
    getEnergyFee: file.energyPrice,
    getDynamicEnergyThreshold: file.dynamicEnergy.threshold,
    getDynamicEnergyIncreaseFactor: file.dynamicEnergy.increaseFactor,
    getDynamicEnergyMaxFactor: file.dynamicEnergy.maxFactor,
  };
  return vmRules(parameters, { passedVersion: is482 ? 36 : 32 });
}

const fromHex = (digits: string): Uint8Array => new Uint8Array(Buffer.from(digits, 'hex'));
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The only block of the recorder of 4.8.2. Its CHAINID is the public network's. */
const firstBlockID = fromHex('00000000000000001221d46dedd43c6faa123cec24ee590cd6e52218d3a43f9a');
const genesisBlockID = fromHex('00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc');

function energyState(recorded: RecordedEnergyState): ContractEnergyState {
  return {
    energyUsage: BigInt(recorded.energyUsage),
    energyFactor: BigInt(recorded.energyFactor),
    updateCycle: BigInt(recorded.updateCycle),
  };
}

function recordedState(vector: Vector): MemoryState {
  const state = createMemoryState();
  for (const [address, account] of Object.entries(vector.accounts)) {
    if (account.code === undefined) {
      state.putAccount(address, BigInt(account.balance));
      continue;
    }
    const storage = Object.entries(account.storage ?? {});
    state.putContract(address, {
      code: fromHex(account.code),
      balance: BigInt(account.balance),
      version: account.version ?? 0,
      storage: storage.map(([slot, value]) => [fromHex(slot), fromHex(value)] as const),
      ...(account.contractState && { energyState: energyState(account.contractState) }),
    });
  }
  return state;
}

// Vectors over several cycles were recorded with a lower threshold than their file states, so a single call
// exceeds it.
const CYCLES_THRESHOLD = 100_000;

function vectorRules(file: EnergyExpectations, vector: Vector): VmRules {
  if (vector.steps.every(({ cycleAfter }) => cycleAfter === undefined)) return recordedRules(file);
  return recordedRules({ ...file, dynamicEnergy: { ...file.dynamicEnergy, threshold: CYCLES_THRESHOLD } });
}

interface StepContext {
  readonly file: EnergyExpectations;
  readonly rules: VmRules;
  readonly state: MemoryState;
  readonly vector: Vector;
  readonly cycle: number;
  readonly to: Address;
}

function runStep({ file, rules, state, vector, cycle, to }: StepContext, step: Step): ExecutionResult {
  const snapshot = state.snapshot();
  if (step.kind === 'create') {
    state.createContractAccount(to);
    state.createContract(to, { version: 0, deployer: step.from });
  }
  const block: BlockContext = {
    number: vector.block?.number ?? 100,
    timestamp: (vector.block?.timestamp ?? 1_700_000_000) * 1000,
    coinbase: vector.block?.coinbase ?? '41c0ffee00000000000000000000000000000000c0',
    cycle,
    genesisBlockID,
    blockID: (number) => (number === 0 ? firstBlockID : undefined),
  };
  const feeEnergy = BigInt(step.feeLimit ?? 0) / BigInt(file.energyPrice);
  const result = execute({
    state,
    rules,
    block,
    message: {
      kind: step.kind,
      caller: step.from,
      to,
      data: fromHex(step.data),
      callValue: BigInt(step.callValue),
      txID: fromHex(step.txID),
    },
    energyLimit: step.constant === true ? CONSTANT_LIMIT : feeEnergy,
    effects: step.constant === true ? 'discard' : 'commit',
  });
  if (result.status !== 'success') state.restore(snapshot);
  return result;
}

function actual(result: ExecutionResult, state: MemoryState, to: Address, hasState: boolean): Partial<Expectation> {
  if (result.status === 'rejected') return { exception: result.className, returnData: result.message };
  const stored = state.getContractEnergyState(to);
  return {
    energyUsed: Number(result.energyUsed),
    energyPenalty: Number(result.energyPenalty),
    reverted: result.status === 'revert',
    ...(result.exception && { exception: result.exception.name }),
    returnData: toHex(result.output),
    ...(hasState &&
      stored && {
        contractState: {
          energyUsage: Number(stored.energyUsage),
          energyFactor: Number(stored.energyFactor),
          updateCycle: Number(stored.updateCycle),
        },
      }),
  };
}

const noEffects: Effects = { deleted: [], logs: [], internal: [] };

function effectsOf(result: ExecutionResult): Effects {
  if (result.status === 'rejected') return { deleted: [], logs: [], internal: [] };
  return {
    deleted: result.destroyed.map((address) => address.slice(2)),
    logs: result.logs.map(
      ({ address, topics, data }) => `${[address.slice(2), ...topics.map(toHex)].join('|')}:${toHex(data)}`,
    ),
    internal: result.internalTransactions.map(
      ({ note, caller, transferTo, value, rejected }) =>
        `${note} ${caller} ${transferTo} ${value}${rejected ? ' rejected' : ''}`,
    ),
  };
}

function endOf(state: MemoryState, address: Address): RecordedEnd {
  if (!state.hasAccount(address)) return { exists: false };
  return {
    exists: true,
    balance: String(state.getBalance(address)),
    contract: state.getContract(address) !== undefined,
    code: state.getCode(address)?.bytes.length ?? 0,
  };
}

/** Runs every step of a file and compares the virtual machine's results with the recorded ones. */
export function compareEnergy(file: EnergyExpectations): EnergyComparison {
  // If no step of a file names an exception, exceptions were not recorded.
  const namesExceptions = file.vectors.some(({ steps }) => steps.some(({ expect }) => expect?.exception !== undefined));
  const differences: string[] = [];
  let agreed = 0;
  let expected = 0;
  for (const vector of file.vectors) {
    const state = recordedState(vector);
    const rules = vectorRules(file, vector);
    let { cycle } = vector;
    let last: Address = '';
    for (const [index, step] of vector.steps.entries()) {
      const target = step.contractAddress ?? step.to;
      const to = target === 'last' || target === undefined ? last : target;
      if (step.kind === 'create') last = to;
      const result = runStep({ file, rules, state, vector, cycle, to }, step);
      if (step.expect !== undefined) {
        expected++;
        const { contractState, ...plain } = step.expect;
        const found = actual(result, state, to, contractState !== undefined);
        const recorded: Partial<Expectation> = { ...plain, ...(contractState && { contractState }) };
        const different = [...new Set([...Object.keys(recorded), ...Object.keys(found)])].filter((key) => {
          const name = key as keyof Expectation;
          if (name === 'exception' && !namesExceptions) return false;
          return JSON.stringify(recorded[name]) !== JSON.stringify(found[name]);
        }) as (keyof Expectation)[];
        const [also, effects] = [JSON.stringify({ ...noEffects, ...step.also }), JSON.stringify(effectsOf(result))];
        const sameEffects = vector.after === undefined || also === effects;
        if (different.length === 0 && sameEffects) agreed++;
        for (const name of different) {
          differences.push(
            `${vector.id} step ${index}: ${name} is ${JSON.stringify(found[name])}, recorded ${JSON.stringify(recorded[name])}`,
          );
        }
        if (!sameEffects) differences.push(`${vector.id} step ${index}: its effects are ${effects}, recorded ${also}`);
      }
      cycle = step.cycleAfter ?? cycle;
      // What the recorder saw after the last step is before the deletions.
      if (result.status === 'success' && index < vector.steps.length - 1)
        for (const address of result.destroyed) state.removeAccount(address);
    }
    if (vector.after !== undefined) {
      expected++;
      const ends = Object.fromEntries(Object.keys(vector.after).map((address) => [address, endOf(state, address)]));
      const [found, recorded] = [JSON.stringify(ends), JSON.stringify(vector.after)];
      if (found === recorded) agreed++;
      else differences.push(`${vector.id}: the accounts are ${found} at the end, recorded ${recorded}`);
    }
  }
  return { agreed, expected, differences };
}
