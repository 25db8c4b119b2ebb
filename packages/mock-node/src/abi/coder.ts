// What a node needs of the coder: loaded on first use, with its library.
export { abiMessage } from './abi-message.ts';
export { describeConsoleCall } from './console-log.ts';
export { encodeConstructor } from './encode-constructor.ts';
export { describeRevert } from './revert-reason.ts';
