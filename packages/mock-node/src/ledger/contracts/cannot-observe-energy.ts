import { OP } from '../../vm/code/opcodes.ts';

const verdicts = /* @__PURE__ */ new WeakMap<Uint8Array, boolean>();

/** Instructions by which code learns what energy it has left, or hands some of it on. */
const revealing: ReadonlySet<number> = /* @__PURE__ */ new Set([
  OP.GAS,
  OP.CALL,
  OP.CALLCODE,
  OP.DELEGATECALL,
  OP.STATICCALL,
  OP.CALLTOKEN,
  OP.CREATE,
  OP.CREATE2,
]);

/**
 * Whether code can't tell how much energy it may use: none of its instructions shows it. Such code does the same under
 * every limit that covers what it uses, and runs out of energy under every lower one.
 *
 * What is data is read as instructions here, too: the answer is never wrongly yes, because no code can jump to where
 * this reading sees no instruction.
 */
export function cannotObserveEnergy(code: Uint8Array): boolean {
  const verdict = verdicts.get(code) ?? !reveals(code);
  verdicts.set(code, verdict);
  return verdict;
}

function reveals(code: Uint8Array): boolean {
  for (let at = 0; at < code.length; at++) {
    const opcode = code[at] ?? OP.STOP;
    if (revealing.has(opcode)) return true;
    if (opcode >= OP.PUSH1 && opcode <= OP.PUSH32) at += opcode - OP.PUSH1 + 1;
  }
  return false;
}
