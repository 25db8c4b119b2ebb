// The part of the coder that a node needs. It is loaded with its library on first use.
export { abiMessage } from './abi-message.ts';
export { describeConsoleCall } from './console-log.ts';
export { encodeConstructor } from './encode-constructor.ts';
export { describeRevert } from './revert-reason.ts';
