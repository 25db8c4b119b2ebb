import { OP } from '../../vm/code/opcodes.ts';

const verdicts = /* @__PURE__ */ new WeakMap<Uint8Array, boolean>();

/** Instructions that reveal how much energy is left, or pass some of it on. */
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
 * Whether code cannot observe how much energy is left, because no instruction reveals it. Such code behaves the same
 * under every limit that covers its use, and runs out of energy under every lower one.
 *
 * Data is read as instructions too. This never gives a wrong `true`, because every position that code can jump to is
 * read as an instruction.
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
