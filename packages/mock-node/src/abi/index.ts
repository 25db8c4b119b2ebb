// Loaded on first use, with the coder's library.
export { abiMessage } from './abi-message.ts';
export { encodeConstructor } from './encode-constructor.ts';
export { describeRevert } from './revert-reason.ts';
export { describeConsoleCall } from './console-log.ts';
