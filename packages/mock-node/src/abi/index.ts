// Loaded on first use, with the coder's library.
export { abiMessage } from './abi-message.ts';
export { abiSignature } from './abi-signature.ts';
export { argumentsMatch, describeArguments } from './arguments.ts';
export { describeConsoleCall } from './console-log.ts';
export { encodeConstructor } from './encode-constructor.ts';
export { asTopics, decodeEvent, isEvent, loggedParameters } from './event-log.ts';
export { findEntry } from './parse-signature.ts';
export { decodeRevert, describeRevert } from './revert-reason.ts';
