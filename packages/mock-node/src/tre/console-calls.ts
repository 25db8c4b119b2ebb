import { CONSOLE_ADDRESS } from '../abi/console-address.ts';
import { type Hex } from '../protocol/primitives.ts';

const constantPath = /^\/wallet(?:solidity)?\/triggerconstantcontract$/;
const consoleCall = new RegExp(`"transferTo_address":\\s*"${CONSOLE_ADDRESS}"`, 'g');

/**
 * Adds the data of console calls to an answer, from which TronBox prints their lines.
 *
 * Source: docs/protocol/tre.md, Console.
 */
export function withConsoleCalls(path: string, body: string, inputs: readonly Hex[]): string {
  if (inputs.length === 0) return body;
  if (constantPath.test(path)) {
    let index = 0;
    return body.replace(consoleCall, (receiver) => {
      const data = inputs[index++];
      return data === undefined ? receiver : `${receiver},"data": "${data}"`;
    });
  }
  if (path !== '/wallet/broadcasttransaction') return body;
  const calls = inputs.map((data) => `{"transferTo_address": "${CONSOLE_ADDRESS}","data": "${data}"}`);
  return body.replace(/\}\s*$/, `,"internal_transactions": [${calls.join()}]}`);
}
