import {
  type Address,
  type BlockContext,
  type ExecutionOutcome,
  type ExecuteOptions,
  type ExecutionResult,
  type MemoryContract,
  type MemoryState,
  type VmRules,
  createMemoryState,
  execute,
  instructionTable,
  vmRules,
} from '../../src/vm/index.ts';

export const alice: Address = `41${'a1'.repeat(20)}`;
export const bob: Address = `41${'b0'.repeat(20)}`;
export const contract: Address = `41${'c1'.repeat(20)}`;
export const other: Address = `41${'c2'.repeat(20)}`;
export const third: Address = `41${'c3'.repeat(20)}`;

/** The public network's chain parameters that the virtual machine reads, until proposals 94 to 96. */
export const mainnetParameters = {
  getAllowMultiSign: 1n,
  getAllowTvmTransferTrc10: 1n,
  getAllowTvmConstantinople: 1n,
  getAllowTvmSolidity059: 1n,
  getAllowTvmIstanbul: 1n,
  getAllowTvmVote: 1n,
  getAllowTvmLondon: 1n,
  getAllowHigherLimitForMaxCpuTimeOfOneTx: 1n,
  getAllowOptimizedReturnValueOfChainId: 1n,
  getAllowDynamicEnergy: 1n,
  getAllowTvmShangHai: 1n,
  getAllowEnergyAdjustment: 1n,
  getAllowTvmCancun: 1n,
  getAllowTvmBlob: 1n,
  getUnfreezeDelayDays: 14n,
  getEnergyFee: 100n,
  getDynamicEnergyThreshold: 5_000_000_000n,
  getDynamicEnergyIncreaseFactor: 2000n,
  getDynamicEnergyMaxFactor: 34_000n,
} as const;

export const mainnet: VmRules = vmRules(mainnetParameters);

/** With proposals 94 to 96. */
export const osakaParameters = {
  ...mainnetParameters,
  getAllowTvmSelfdestructRestriction: 1n,
  getAllowTvmOsaka: 1n,
} as const;

export const osaka: VmRules = /* @__PURE__ */ vmRules(osakaParameters, { passedVersion: 36 });

export const block: BlockContext = {
  number: 1000,
  timestamp: 1_700_000_001_999,
  coinbase: `41${'fe'.repeat(20)}`,
  cycle: 500,
  genesisBlockID: Uint8Array.from({ length: 32 }, (_, i) => i + 1),
  blockID: (number) => Uint8Array.from({ length: 32 }, () => number % 251),
};

const codes = new Map<string, number>();
for (const [code, instruction] of instructionTable({ ...osaka, freeze: true }).entries()) {
  if (instruction !== undefined) codes.set(instruction.name, code);
}

function pushBytes(value: bigint): number[] {
  const digits = value === 0n ? '00' : value.toString(16);
  const bytes = [...Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')];
  return [0x5f + bytes.length, ...bytes];
}

/**
 * Assembles code: names of instructions, and numbers, which are pushed in as few bytes as possible. `:name` marks a
 * destination, `@name` pushes it in two bytes, `#…` is raw hexadecimal.
 */
export function assemble(source: string): Uint8Array {
  const bytes: number[] = [];
  const labels = new Map<string, number>();
  const references: (readonly [at: number, label: string])[] = [];
  for (const token of source.trim().split(/\s+/u)) {
    if (token.startsWith(':')) {
      labels.set(token.slice(1), bytes.length);
      bytes.push(0x5b);
    } else if (token.startsWith('@')) {
      references.push([bytes.length + 1, token.slice(1)]);
      bytes.push(0x61, 0, 0);
    } else if (/^\d/u.test(token)) {
      bytes.push(...pushBytes(BigInt(token)));
    } else if (token.startsWith('#')) {
      bytes.push(...Buffer.from(token.slice(1), 'hex'));
    } else {
      const code = codes.get(token);
      if (code === undefined) throw new RangeError(`No instruction ${token}`);
      bytes.push(code);
    }
  }
  for (const [at, label] of references) {
    const target = labels.get(label)!;
    bytes[at] = target >> 8;
    bytes[at + 1] = target & 0xff;
  }
  return Uint8Array.from(bytes);
}

/** The low 20 bytes of an address as a number to push. */
export const word = (address: Address): string => `0x${address.slice(2)}`;

/** Code that returns the top of the stack. */
export const RETURN_TOP = '0 MSTORE 32 0 RETURN';

export interface World {
  readonly contracts?: Readonly<Record<Address, MemoryContract>>;
  readonly balances?: Readonly<Record<Address, bigint>>;
}

export function world({ contracts = {}, balances = {} }: World): MemoryState {
  const state = createMemoryState();
  state.putAccount(alice, 1_000_000_000n);
  for (const [address, balance] of Object.entries(balances)) state.putAccount(address, balance);
  for (const [address, given] of Object.entries(contracts)) state.putContract(address, given);
  return state;
}

type CallOptions = Partial<Omit<ExecuteOptions, 'message' | 'state'>> & {
  readonly data?: Uint8Array;
  readonly callValue?: bigint;
  readonly tokenId?: bigint;
  readonly tokenValue?: bigint;
  readonly to?: Address;
  readonly kind?: 'call' | 'create';
};

export const txID: Uint8Array = Uint8Array.from({ length: 32 }, () => 0x77);

/** Calls the contract at `contract` in a state. */
export function callIn(state: ExecuteOptions['state'], options: CallOptions = {}): ExecutionResult {
  const { data = new Uint8Array(0), to = contract, kind = 'call', callValue, tokenId, tokenValue, ...rest } = options;
  return execute({
    state,
    rules: mainnet,
    block,
    energyLimit: 10_000_000n,
    effects: 'commit',
    ...rest,
    message: {
      kind,
      caller: alice,
      to,
      data,
      txID,
      ...(callValue !== undefined && { callValue }),
      ...(tokenId !== undefined && { tokenId }),
      ...(tokenValue !== undefined && { tokenValue }),
    },
  });
}

/** The outcome of an execution that must not have been rejected. */
export function outcomeOf(result: ExecutionResult): ExecutionOutcome {
  if (result.status === 'rejected') throw new Error(`Rejected: ${result.message}`);
  return result;
}

/** Runs a program as the only contract. */
export function runProgram(source: string, options: CallOptions = {}): ExecutionOutcome {
  const state = world({ contracts: { [contract]: { code: assemble(source), balance: 1000n } } });
  return outcomeOf(callIn(state, options));
}

/** The top of the stack after a program. */
export function topOf(source: string, options: CallOptions = {}): bigint {
  const { output, exception } = runProgram(`${source} ${RETURN_TOP}`, options);
  if (exception !== undefined) throw new Error(exception.message);
  return BigInt(`0x${Buffer.from(output).toString('hex')}`);
}
