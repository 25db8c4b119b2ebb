// Decodes calls, results, reverts and logs of contracts, for tools that display or check them.
export { readContractNames } from './contract-names.ts';
export type { ContractNames, SearchedEntry } from './contract-names.ts';
export { consoleLine } from './console-log.ts';
export type { TracedCode, TracedContract } from './traced-code.ts';
export { decodeRevert, describeRevert } from './revert-reason.ts';
export type { RevertError } from './revert-reason.ts';
export { decodeEvent, isEvent, loggedArguments, loggedParameters } from './event-log.ts';
export type { EventArguments, EventLog } from './event-log.ts';

// Values and names.
export { decodeValues, encodeValue } from './values.ts';
export { abiSignature } from './abi-signature.ts';
export type { Abi, AbiEntry, AbiParameter } from './abi.ts';
