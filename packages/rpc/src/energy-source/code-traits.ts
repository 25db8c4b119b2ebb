import { type ContractEnergyState } from '@coin/units';

// Instructions by number. Source: docs/protocol/virtual-machine.md.
const GAS = 0x5a;
const JUMPDEST = 0x5b;
const PUSH1 = 0x60;
const PUSH20 = 0x73;
const PUSH32 = 0x7f;
const CALL = 0xf1;
const CALLCODE = 0xf2;
const DELEGATECALL = 0xf4;
const STATICCALL = 0xfa;
const CALLTOKEN = 0xd0;
/** STOP, JUMP, RETURN, REVERT, INVALID, SELFDESTRUCT: code after them runs only from the next JUMPDEST on. */
const ENDING: ReadonlySet<number> = /* @__PURE__ */ new Set([0x00, 0x56, 0xf3, 0xfd, 0xfe, 0xff]);
const CALLING: ReadonlySet<number> = /* @__PURE__ */ new Set([CALL, CALLCODE, DELEGATECALL, STATICCALL, CALLTOKEN]);
const RUNS_AS_OWN: ReadonlySet<number> = /* @__PURE__ */ new Set([CALLCODE, DELEGATECALL]);
/** CALLCODE, DELEGATECALL, CREATE, CREATE2: run code that no trace names. */
const RUNS_UNSEEN: ReadonlySet<number> = /* @__PURE__ */ new Set([...RUNS_AS_OWN, 0xf0, 0xf5]);

/**
 * The precompiled contracts whose answers change while resources recover: DelegatableResource, CheckUnDelegateResource,
 * ResourceUsage.
 */
const RESOURCE_QUERIES = /^0*10000(?:0f|11|12)$/i;

/** The traits of a contract's code that can affect its energy. */
export interface CodeTraits {
  /** Whether it can make inner calls with coin or tokens, or run other code that it does not name. */
  readonly mayCallWithValue: boolean;
  /** Whether it calls other contracts, or creates them. */
  readonly callsContracts: boolean;
  /**
   * Whether the code can observe its remaining energy: true if it reads it as a number, `through-other-code` if only
   * code that it delegates to without naming the address might. Reading the number only to pass all energy to the next
   * instruction, a call, does not count.
   */
  readonly observesEnergy: boolean | 'through-other-code';
  /** Whether it may give an inner call another amount of energy than all that is left. */
  readonly passesFixedEnergy: boolean;
  /** Whether it may ask how much of a resource an account has left. */
  readonly readsResources: boolean;
  /** The contracts, 41-hex, that the code names and delegates to. */
  readonly runsCodeOf: readonly string[];
}

interface Instruction {
  readonly opcode: number;
  /** The pushed value, in hex. */
  readonly pushed: string;
}

const NOTHING: Instruction = { opcode: 0, pushed: '' };

/** The instructions that code can reach, read from the start, without the data of pushes and without dead code. */
function* reachableInstructions(hex: string): Generator<Instruction> {
  let isReachable = true;
  for (let at = 0; at < hex.length; at += 2) {
    const opcode = Number.parseInt(hex.slice(at, at + 2), 16);
    const length = opcode >= PUSH1 && opcode <= PUSH32 ? 2 * (opcode - PUSH1 + 1) : 0;
    isReachable ||= opcode === JUMPDEST;
    if (isReachable) yield { opcode, pushed: hex.slice(at + 2, at + 2 + length) };
    if (ENDING.has(opcode)) isReachable = false;
    at += length;
  }
}

/**
 * Finds the traits of code in hex. No jump leads into the data of a push, so no instruction is missed. Data after the
 * code may be read as instructions, so the result can report a trait that the code lacks but never miss one.
 *
 * Code names the contract it delegates to if it pushes the address and then the energy directly before the instruction,
 * as minimal proxies do: no jump leads between the three.
 */
export function codeTraits(hex: string): CodeTraits {
  const runsCodeOf = new Set<string>();
  let [sendsValue, callsContracts, readsEnergy, runsUnnamed] = [false, false, false, false];
  let [passesFixedEnergy, readsResources] = [false, false];
  let [beforePrevious, previous] = [NOTHING, NOTHING];
  for (const instruction of [...reachableInstructions(hex), NOTHING]) {
    const { opcode } = instruction;
    const isNamed =
      RUNS_AS_OWN.has(opcode) &&
      beforePrevious.opcode === PUSH20 &&
      (previous.opcode === GAS || previous.pushed !== '');
    if (isNamed) runsCodeOf.add(`41${beforePrevious.pushed}`);
    readsEnergy ||= previous.opcode === GAS && !CALLING.has(opcode);
    passesFixedEnergy ||= CALLING.has(opcode) && previous.opcode !== GAS;
    readsResources ||= RESOURCE_QUERIES.test(instruction.pushed);
    runsUnnamed ||= RUNS_UNSEEN.has(opcode) && !isNamed;
    callsContracts ||= CALLING.has(opcode) || RUNS_UNSEEN.has(opcode);
    sendsValue ||= opcode === CALL || opcode === CALLTOKEN || opcode === CALLCODE;
    [beforePrevious, previous] = [previous, instruction];
  }
  return {
    mayCallWithValue: sendsValue || runsUnnamed,
    callsContracts,
    observesEnergy: readsEnergy || (runsUnnamed && 'through-other-code'),
    passesFixedEnergy,
    readsResources,
    runsCodeOf: [...runsCodeOf],
  };
}

/** Code that is named and was not read: it can do anything. */
export const UNREAD_CODE: CodeTraits = {
  mayCallWithValue: true,
  callsContracts: true,
  observesEnergy: 'through-other-code',
  passesFixedEnergy: true,
  readsResources: true,
  runsCodeOf: [],
};

/** Combines the traits of a contract's code and of the code it delegates to. */
export function mergeTraits(all: readonly CodeTraits[]): Omit<CodeTraits, 'runsCodeOf'> {
  const verdicts = all.map(({ observesEnergy }) => observesEnergy);
  return {
    mayCallWithValue: all.some(({ mayCallWithValue }) => mayCallWithValue),
    callsContracts: all.some(({ callsContracts }) => callsContracts),
    observesEnergy: verdicts.includes(true) || (verdicts.some(Boolean) && 'through-other-code'),
    passesFixedEnergy: all.some((traits) => traits.passesFixedEnergy),
    readsResources: all.some((traits) => traits.readsResources),
  };
}

/** The traits for which a call may take another path later. */
export const pathTraits = ({
  passesFixedEnergy,
  readsResources,
}: Pick<CodeTraits, 'passesFixedEnergy' | 'readsResources'>): Pick<
  ContractEnergyState,
  'passesFixedEnergy' | 'readsResources'
> => ({
  ...(passesFixedEnergy && { passesFixedEnergy }),
  ...(readsResources && { readsResources }),
});
