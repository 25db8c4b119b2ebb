/** The part of a receipt's result that the virtual machine decides. */
export type ContractResult =
  | 'SUCCESS'
  | 'REVERT'
  | 'BAD_JUMP_DESTINATION'
  | 'OUT_OF_MEMORY'
  | 'STACK_TOO_SMALL'
  | 'STACK_TOO_LARGE'
  | 'ILLEGAL_OPERATION'
  | 'OUT_OF_ENERGY'
  | 'OUT_OF_TIME'
  | 'UNKNOWN'
  | 'TRANSFER_FAILED'
  | 'INVALID_CODE';

const PROGRAM = 'org.tron.core.vm.program.Program$';

/** Simple name of one of the node's exception classes. */
export type ExceptionName =
  | 'BadJumpDestinationException'
  | 'BytecodeExecutionException'
  | 'IllegalOperationException'
  | 'InvalidCodeException'
  | 'OutOfEnergyException'
  | 'OutOfMemoryException'
  | 'OutOfTimeException'
  | 'ReturnDataCopyIllegalBoundsException'
  | 'StackTooLargeException'
  | 'StackTooSmallException'
  | 'StaticCallModificationException'
  | 'TransferException'
  | 'ArithmeticException'
  | 'ArrayIndexOutOfBoundsException'
  | 'IllegalArgumentException'
  | 'IndexOutOfBoundsException'
  | 'NullPointerException'
  | 'RuntimeException';

/** The node's exception classes with their package and the result that the receipt shows. */
const classes: Readonly<Record<ExceptionName, readonly [prefix: string, result: ContractResult]>> = {
  BadJumpDestinationException: [PROGRAM, 'BAD_JUMP_DESTINATION'],
  BytecodeExecutionException: [PROGRAM, 'UNKNOWN'],
  IllegalOperationException: [PROGRAM, 'ILLEGAL_OPERATION'],
  InvalidCodeException: [PROGRAM, 'INVALID_CODE'],
  OutOfEnergyException: [PROGRAM, 'OUT_OF_ENERGY'],
  OutOfMemoryException: [PROGRAM, 'OUT_OF_MEMORY'],
  OutOfTimeException: [PROGRAM, 'OUT_OF_TIME'],
  ReturnDataCopyIllegalBoundsException: [PROGRAM, 'UNKNOWN'],
  StackTooLargeException: [PROGRAM, 'STACK_TOO_LARGE'],
  StackTooSmallException: [PROGRAM, 'STACK_TOO_SMALL'],
  StaticCallModificationException: [PROGRAM, 'UNKNOWN'],
  TransferException: [PROGRAM, 'TRANSFER_FAILED'],
  ArithmeticException: ['java.lang.', 'UNKNOWN'],
  ArrayIndexOutOfBoundsException: ['java.lang.', 'UNKNOWN'],
  IllegalArgumentException: ['java.lang.', 'UNKNOWN'],
  IndexOutOfBoundsException: ['java.lang.', 'UNKNOWN'],
  NullPointerException: ['java.lang.', 'UNKNOWN'],
  RuntimeException: ['java.lang.', 'UNKNOWN'],
};

/** Why a call neither returned nor reverted, with the node's message. Source: docs/protocol/contract-calls.md. */
export interface VmException {
  readonly name: ExceptionName;
  /** Qualified name of the Java class, which constant calls print before the message. */
  readonly className: string;
  readonly message: string;
  readonly contractResult: ContractResult;
}

export function vmException(name: ExceptionName, message: string): VmException {
  const [prefix, contractResult] = classes[name];
  return { name, className: prefix + name, message, contractResult };
}

/** Ends the running frame. Never leaves the virtual machine, whose result carries its data. */
export class FrameException extends Error {
  readonly exception: VmException;

  constructor(name: ExceptionName, message: string) {
    super(message);
    this.name = 'FrameException';
    this.exception = vmException(name, message);
  }
}

export function outOfMemory(operation: string): FrameException {
  return new FrameException('OutOfMemoryException', `Out of Memory when '${operation}' operation executing`);
}

/** The node limits processor time. Here the limit counts work. */
export function outOfTime(operation: string): FrameException {
  return new FrameException('OutOfTimeException', `CPU timeout for '${operation}' operation executing`);
}

export function staticModification(): FrameException {
  return new FrameException(
    'StaticCallModificationException',
    'Attempt to call a state modifying opcode inside STATICCALL',
  );
}

export function badJump(destination: number): FrameException {
  return new FrameException('BadJumpDestinationException', `Operation with pc isn't 'JUMPDEST': PC[${destination}];`);
}

/** The value does not fit into a Java long: `BigInteger.longValueExact`. */
export function longOutOfRange(): FrameException {
  return new FrameException('ArithmeticException', 'BigInteger out of long range');
}
