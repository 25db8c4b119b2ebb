import { unavailable } from '../envelope/failures.ts';
import { text, type Reader } from '../values/arguments.ts';
import { callArguments } from '../values/call-arguments.ts';
import { method, type Methods } from './method.ts';

/** Methods that the node declares only to report that it does not have them. */
const declarations: readonly (readonly [name: string, javaName: string, readers: readonly Reader<unknown>[]])[] = [
  ['eth_submitWork', 'ethSubmitWork', [text, text, text]],
  ['eth_sendRawTransaction', 'ethSendRawTransaction', [text]],
  ['eth_sendTransaction', 'ethSendTransaction', [callArguments]],
  ['eth_sign', 'ethSign', [text, text]],
  ['eth_signTransaction', 'ethSignTransaction', [callArguments]],
  ['parity_nextNonce', 'parityNextNonce', [text]],
  ['eth_getTransactionCount', 'getSendTransactionCountOfAddress', [text, text]],
  ['eth_getCompilers', 'getCompilers', []],
  ['eth_compileSolidity', 'ethCompileSolidity', [text]],
  ['eth_compileLLL', 'ethCompileLLL', [text]],
  ['eth_compileSerpent', 'ethCompileSerpent', [text]],
  ['eth_submitHashrate', 'ethSubmitHashrate', [text, text]],
];

/** Source: docs/protocol/json-rpc.md, Methods. */
export const unavailableMethods: Methods = Object.fromEntries(
  declarations.map(([name, javaName, readers]) => [
    name,
    method(javaName, readers, () => {
      throw unavailable(`the method ${name} does not exist/is not available`);
    }),
  ]),
);
