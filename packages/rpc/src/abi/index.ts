// Calls and deployments
export { encodeCall, encodeDeploy, type EncodedCall } from './encode-call.ts';
export type { ConstructorArgs, FunctionArgs, FunctionName } from './abi-types.ts';

// Results, events, errors
export { decodeResult } from './decode-result.ts';
export { decodeLogs, type DecodedLog } from './decode-logs.ts';
export { decodeError, type DecodedError } from './decode-error.ts';
export type { FunctionResult } from './abi-types.ts';

// Signatures
export { functionSelectorHex } from '../contract/function-selector.ts';
export type { Abi, AbiEntry, AbiParameter } from '../contract/abi.ts';
export type { Address } from '../address/index.ts';
