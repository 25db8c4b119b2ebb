import { ENERGY } from '../code/energy-schedule.ts';
import { OP } from '../code/opcodes.ts';
import { charge } from '../machine/charging.ts';
import { bitLength, byteOf, shiftRightSigned, signExtendWord } from '../words/word-arithmetic.ts';
import { addmodWords, mulmodWords, sdivWords, smodWords } from '../words/word-division.ts';
import { expWords } from '../words/word-multiplication.ts';
import { type Handler } from './handler.ts';

/** Arithmetic opcodes that are rare enough to stay out of the interpreter's switch. */
export const arithmeticHandlers: Readonly<Record<number, Handler>> = {
  [OP.SDIV]: (execution, frame) => {
    sdivWords(execution.stack, --frame.top);
  },
  [OP.SMOD]: (execution, frame) => {
    smodWords(execution.stack, --frame.top);
  },
  [OP.ADDMOD]: (execution, frame) => {
    addmodWords(execution.stack, frame.top - 1);
    frame.top -= 2;
  },
  [OP.MULMOD]: (execution, frame) => {
    mulmodWords(execution.stack, frame.top - 1);
    frame.top -= 2;
  },
  [OP.EXP]: (execution, frame) => {
    const { small, limbs } = execution.stack;
    const bytes = Math.ceil(bitLength(small, limbs, frame.top - 2) / 8);
    charge(execution, frame, OP.EXP, ENERGY.exp + ENERGY.expByte * bytes);
    expWords(small, limbs, --frame.top);
  },
  [OP.SIGNEXTEND]: (execution, frame) => {
    const { small, limbs } = execution.stack;
    const index = small[--frame.top]!;
    if (index >= 0 && index < 31) signExtendWord(small, limbs, frame.top - 1, index);
  },
  [OP.BYTE]: (execution, frame) => {
    const { small, limbs } = execution.stack;
    const index = small[--frame.top]!;
    const word = frame.top - 1;
    small[word] = index >= 0 && index < 32 ? byteOf(small, limbs, word, index) : 0;
  },
  [OP.CLZ]: (execution, frame) => {
    const { small, limbs } = execution.stack;
    small[frame.top - 1] = 256 - bitLength(small, limbs, frame.top - 1);
  },
  [OP.SAR]: (execution, frame) => {
    shiftRightSigned(execution.stack.small, execution.stack.limbs, --frame.top);
  },
};
