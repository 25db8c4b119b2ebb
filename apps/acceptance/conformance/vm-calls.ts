import {
  type Address,
  type BlockContext,
  createMemoryState,
  execute,
  type ExecutionOutcome,
  type MemoryState,
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

export const block: BlockContext = {
  number: 1000,
  timestamp: 1_700_000_001_000,
  coinbase: addressOf('fe'.repeat(20)),
  cycle: 500,
  genesisBlockID: new Uint8Array(32),
  blockID: () => undefined,
};

const caller = addressOf('a1'.repeat(20));
const contract = addressOf('c1'.repeat(20));

function run(state: MemoryState, kind: 'call' | 'create', data: Uint8Array): ExecutionOutcome {
  const message = { kind, caller, to: contract, data, txID: new Uint8Array(32) };
  const result = execute({ state, rules, block, message, energyLimit: 1_000_000_000n, effects: 'commit' });
  if (result.status === 'rejected') throw new Error(result.message);
  return result;
}

/** Runs a contract's code on the given input, with a billion energy. */
export function runContract(code: Uint8Array, input = ''): ExecutionOutcome {
  const state = createMemoryState();
  state.putContract(contract, { code });
  return run(state, 'call', bytesOf(input));
}

/** Runs code that creates a contract. @returns the contract's code */
export function createContract(code: Uint8Array): Uint8Array {
  const state = createMemoryState();
  state.createContractAccount(contract);
  state.createContract(contract, { version: 0, deployer: caller });
  return run(state, 'create', code).output;
}

/**
 * Code that passes its input to the precompile at a two-byte address, with all energy, and returns a word that says
 * whether it succeeded, and its output.
 */
const precompileCaller = (address: number): string =>
  `3660006000376000600036600061${address.toString(16).padStart(4, '0')}5afa3d600060203e6000523d6020016000f3`;

/** The output of a precompile; `undefined` if it fails. */
export function callPrecompile(address: number, input: string): string | undefined {
  const { status, output, exception } = runContract(bytesOf(precompileCaller(address)), input);
  if (status !== 'success') throw new Error(exception?.message ?? status);
  return output[31] === 1 ? hexOf(output.subarray(32)) : undefined;
}
