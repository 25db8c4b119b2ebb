/** Whether a transaction took effect, in the node's spelling. Source: docs/protocol/transfers.md, Protobuf shapes. */
export const RESULT_CODES = ['SUCESS', 'FAILED'] as const;

/** How a contract ended, in the order of the wire's numbers. Source: docs/protocol/transfers.md, Protobuf shapes. */
export const CONTRACT_RESULTS = [
  'DEFAULT',
  'SUCCESS',
  'REVERT',
  'BAD_JUMP_DESTINATION',
  'OUT_OF_MEMORY',
  'PRECOMPILED_CONTRACT',
  'STACK_TOO_SMALL',
  'STACK_TOO_LARGE',
  'ILLEGAL_OPERATION',
  'STACK_OVERFLOW',
  'OUT_OF_ENERGY',
  'OUT_OF_TIME',
  'JVM_STACK_OVER_FLOW',
  'UNKNOWN',
  'TRANSFER_FAILED',
  'INVALID_CODE',
] as const;

const contractResults: readonly string[] = CONTRACT_RESULTS;

/** Whether this version knows a contract's result, and so whether it is a success. A newer node may have others. */
export const isContractResult = (result: string): boolean => contractResults.includes(result);
