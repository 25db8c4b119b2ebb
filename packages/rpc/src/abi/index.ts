// Calls and deployments
export { encodeCall, encodeDeploy, type EncodedCall } from './encode-call.ts';
export type { ConstructorArgs, FunctionArgs, FunctionName, WithArgs } from './abi-types.ts';

// What a call does
export { decodeCall, type DecodedCall } from './decode-call.ts';

// Results, events, errors
export { decodeResult } from './decode-result.ts';
export { decodeLogs, type DecodedLog, type EncodedLog } from './decode-logs.ts';
export { decodeError, type DecodedError } from './decode-error.ts';
export { revertReason } from './revert-reason.ts';
export type { AbiEvent, FunctionResult } from './abi-types.ts';

// Calls of a contract
export { readContract } from '../abi-calls/read-contract.ts';
export { simulateContract, type SimulateContractArgs, type SimulatedContract } from '../abi-calls/simulate-contract.ts';
export {
  writeContract,
  type FeeLimitArgs,
  type FeeLimitPlanner,
  type SendCallArgs,
  type WriteContractArgs,
  type WriteContractOptions,
  type WrittenContract,
} from '../abi-calls/write-contract.ts';
export { getContractEvents, type GetContractEventsArgs } from '../abi-calls/get-contract-events.ts';
export {
  watchContractEvent,
  type WatchContractEventArgs,
  type WatchedEvents,
} from '../abi-calls/watch-contract-event.ts';
export type { ContractEvent, ContractEventFilter, EventName, ParameterFilter } from '../abi-calls/event-filter.ts';
export { token, trc20Abi, type Token } from '../abi-calls/token.ts';
export type { CallValueArgs, EncodedContractCall, TypedCall } from '../abi-calls/typed-call.ts';

// Signatures
export { parseAbi } from './parse-abi.ts';
export type { ParsedAbi } from './parse-abi-types.ts';
export type { Abi } from '@coin/units';
