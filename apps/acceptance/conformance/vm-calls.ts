import {
  type Address,
  type BlockContext,
  createMemoryState,
  execute,
  type ExecuteOptions,
  type ExecutionOutcome,
  type MemoryState,
  type Message,
  vmRules,
} from '@coin/mock-node/vm';

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
export const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replace(/^0x/u, ''), 'hex'));

/** The address here of an Ethereum address. */
export const addressOf = (evmAddress: string): Address => `41${evmAddress.replace(/^0x/u, '').toLowerCase()}`;

const enabled = [
  'getAllowMultiSign',
  'getAllowTvmTransferTrc10',
  'getAllowTvmConstantinople',
  'getAllowTvmSolidity059',
  'getAllowTvmIstanbul',
  'getAllowTvmVote',
  'getAllowTvmLondon',
  'getAllowHigherLimitForMaxCpuTimeOfOneTx',
  'getAllowOptimizedReturnValueOfChainId',
  'getAllowTvmShangHai',
  'getAllowEnergyAdjustment',
  'getAllowTvmCancun',
  'getAllowTvmBlob',
  'getAllowTvmSelfdestructRestriction',
  'getAllowTvmOsaka',
];

/** The public network's rules with proposals 94 to 96, without dynamic energy. */
export const rules = vmRules(
  { ...Object.fromEntries(enabled.map((name) => [name, 1])), getUnfreezeDelayDays: 14, getEnergyFee: 100 },
  { passedVersion: 36 },
);

export const BLOCK: BlockContext = {
  number: 1000,
  timestamp: 1_700_000_001_000,
  coinbase: addressOf('fe'.repeat(20)),
  cycle: 500,
  genesisBlockID: new Uint8Array(32),
  blockID: () => undefined,
};

const caller = addressOf('a1'.repeat(20));
const contract = addressOf('c1'.repeat(20));

type Call = Partial<Pick<ExecuteOptions, 'block' | 'energyLimit'>> & Partial<Message> & Pick<Message, 'data'>;

/** Executes a message in a state, a call of `contract` by `caller` by default, and keeps its effects. */
export function runIn(
  state: MemoryState,
  { block = BLOCK, energyLimit = 1_000_000_000n, ...given }: Call,
): ExecutionOutcome {
  const message = { kind: 'call', caller, to: contract, txID: new Uint8Array(32), ...given } as const;
  const result = execute({ state, rules, block, message, energyLimit, effects: 'commit' });
  if (result.status === 'rejected') throw new Error(result.message);
  return result;
}

/** Code that returns the value of the slot in its input. */
const READER = bytesOf('6000355460005260206000f3');

/** The value of a contract's slot as 64 digits. Replaces the contract's code. */
export function readSlot(state: MemoryState, address: Address, slot: string): string {
  state.putContract(address, { code: READER });
  return hexOf(runIn(state, { to: address, data: bytesOf(slot) }).output);
}

/** Runs a contract's code on the given input, with a billion energy. */
export function runContract(code: Uint8Array, input = ''): ExecutionOutcome {
  const state = createMemoryState();
  state.putContract(contract, { code });
  return runIn(state, { data: bytesOf(input) });
}

/** Runs code that creates a contract. @returns the contract's code */
export function createContract(code: Uint8Array): Uint8Array {
  const state = createMemoryState();
  state.createContractAccount(contract);
  state.createContract(contract, { version: 0, deployer: caller });
  return runIn(state, { kind: 'create', data: code }).output;
}

/**
 * Code that passes its input to the precompile at a two-byte address, with the given energy or all of it, and returns a
 * word that says whether it succeeded, and its output.
 */
function precompileCaller(address: number, energy?: number): string {
  const forwarded = energy === undefined ? '5a' : `63${energy.toString(16).padStart(8, '0')}`;
  return `3660006000376000600036600061${address.toString(16).padStart(4, '0')}${forwarded}fa3d600060203e6000523d6020016000f3`;
}

/** The output of a precompile; `undefined` if it fails. */
export function callPrecompile(address: number, input: string, energy?: number): string | undefined {
  const { status, output, exception } = runContract(bytesOf(precompileCaller(address, energy)), input);
  if (status !== 'success') throw new Error(exception?.message ?? status);
  return output[31] === 1 ? hexOf(output.subarray(32)) : undefined;
}
