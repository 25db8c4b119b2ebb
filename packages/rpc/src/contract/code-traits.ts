// Instructions by number. Source: docs/protocol/virtual-machine.md.
const GAS = 0x5a;
const JUMPDEST = 0x5b;
const PUSH1 = 0x60;
const PUSH32 = 0x7f;
const CALL = 0xf1;
const CALLCODE = 0xf2;
const DELEGATECALL = 0xf4;
const STATICCALL = 0xfa;
const CALLTOKEN = 0xd0;
/** STOP, JUMP, RETURN, REVERT, INVALID, SELFDESTRUCT: what follows runs only from the next JUMPDEST on. */
const ENDING: ReadonlySet<number> = /* @__PURE__ */ new Set([0x00, 0x56, 0xf3, 0xfd, 0xfe, 0xff]);
const CALLING: ReadonlySet<number> = /* @__PURE__ */ new Set([CALL, CALLCODE, DELEGATECALL, STATICCALL, CALLTOKEN]);
/** CALLCODE, DELEGATECALL, CREATE, CREATE2: run code that no trace names. */
const RUNS_UNSEEN: ReadonlySet<number> = /* @__PURE__ */ new Set([CALLCODE, DELEGATECALL, 0xf0, 0xf5]);

/** What a contract's code can do, as far as its energy depends on it. */
export interface CodeTraits {
  /** Whether it can make inner calls with coin or tokens, or run code of contracts that no trace names. */
  readonly mayCallWithValue: boolean;
  /** Whether it calls other contracts, or creates them. */
  readonly callsContracts: boolean;
  /**
   * Whether it can notice how much energy it has left: true if it reads that as a number, false if it cannot, absent if
   * it runs code that no trace names. A number that only the next instruction uses, to hand all energy to a call, is
   * not noticed.
   */
  readonly observesEnergy?: boolean;
}

/** The instructions that code can reach: what is read from the start, without the data of pushes and what is dead. */
function* reachableInstructions(hex: string): Generator<number> {
  let isReachable = true;
  for (let at = 0; at < hex.length; at += 2) {
    const opcode = Number.parseInt(hex.slice(at, at + 2), 16);
    isReachable ||= opcode === JUMPDEST;
    if (isReachable) yield opcode;
    if (ENDING.has(opcode)) isReachable = false;
    if (opcode >= PUSH1 && opcode <= PUSH32) at += 2 * (opcode - PUSH1 + 1);
  }
}

/**
 * What code can do, from its hex. No jump leads into the data of a push, so no instruction is missed; data behind the
 * code may be taken for instructions, so that the answer errs only towards what is possible.
 */
export function codeTraits(hex: string): CodeTraits {
  let [mayCallWithValue, callsContracts, readsEnergy, runsUnseen, previous] = [false, false, false, false, 0];
  for (const opcode of [...reachableInstructions(hex), 0]) {
    readsEnergy ||= previous === GAS && !CALLING.has(opcode);
    runsUnseen ||= RUNS_UNSEEN.has(opcode);
    callsContracts ||= CALLING.has(opcode) || RUNS_UNSEEN.has(opcode);
    mayCallWithValue ||= opcode === CALL || opcode === CALLTOKEN || RUNS_UNSEEN.has(opcode);
    previous = opcode;
  }
  return { mayCallWithValue, callsContracts, ...((readsEnergy || !runsUnseen) && { observesEnergy: readsEnergy }) };
}
