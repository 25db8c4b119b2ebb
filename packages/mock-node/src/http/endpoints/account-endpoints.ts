import { accountMessage } from '../../ledger/queries/account-message.ts';
import { accountNet, accountResource } from '../../ledger/queries/resource-messages.ts';
import { AccountNetMessage, AccountResourceMessage } from '../../protocol/answers.ts';
import { Account } from '../../protocol/messages.ts';
import { addressArgument } from '../message/request-arguments.ts';
import type { Asked, Endpoint } from './endpoint.ts';
import { printMessage } from '../json/protobuf-printer.ts';
import type { PrintOptions } from '../json/protobuf-printer.ts';
import { parseMessage } from '../json/protobuf-parser.ts';
import { stringMember, writeJson } from '../json/json-value.ts';
import { jsonOf, readFormOrJsonBody, readParameters } from '../message/request.ts';

/** Source: docs/protocol/http.md, getaccount details; docs/protocol/queries.md, Resources and delegations. */
export const accountEndpoints: readonly Endpoint[] = [
  {
    name: 'getaccount',
    solid: true,
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      const body = writeJson(new Map([['address', get('address') ?? null]]));
      return printAccount(asked, parseMessage(Account, body, { visible }).address, { visible });
    },
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      return printAccount(asked, parseMessage(Account, body.text, body).address, body);
    },
  },
  {
    // No account has an id: the transaction that gives one is not modelled.
    name: 'getaccountbyid',
    solid: true,
    get: () => '{}',
    post: ({ request }) => {
      const body = readFormOrJsonBody(request);
      parseMessage(Account, body.text, body);
      return '{}';
    },
  },
  {
    name: 'getaccountresource',
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      return printResource(asked, addressArgument(get('address'), { visible }));
    },
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      return printResource(asked, addressArgument(stringMember(jsonOf(body), 'address'), body));
    },
  },
  {
    name: 'getaccountnet',
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      return printNet(asked, addressArgument(get('address'), { visible }));
    },
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      return printNet(asked, parseMessage(Account, body.text, body).address);
    },
  },
];

function printAccount({ state }: Asked, address: string, options: PrintOptions): string {
  const account = accountMessage(state, address);
  return account === undefined ? '{}' : printMessage(Account, account, options);
}

/** Neither of these answers holds an address, so that the notation does not matter. */
const either: PrintOptions = { visible: false };

function printResource({ state }: Asked, address: string): string {
  const resource = accountResource(state, address);
  return resource === undefined ? '{}' : printMessage(AccountResourceMessage, resource, either);
}

function printNet({ state }: Asked, address: string): string {
  const net = accountNet(state, address);
  return net === undefined ? '{}' : printMessage(AccountNetMessage, net, either);
}
