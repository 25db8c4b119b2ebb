import { accountMessage } from '../../ledger/queries/account-message.ts';
import { accountNet, accountResource } from '../../ledger/queries/resource-messages.ts';
import { AccountNetMessage, AccountResourceMessage } from '../../protocol/api-messages.ts';
import { Account } from '../../protocol/messages.ts';
import { type Address } from '../../protocol/primitives.ts';
import { textOf } from '../../protocol/text.ts';
import { composeJson, quoteJson, stringMember, writeJson } from '../json/json-value.ts';
import { parseMessage } from '../json/protobuf-parser.ts';
import { composeEntries, printMessage, type PrintOptions } from '../json/protobuf-printer.ts';
import { jsonOf, parseBody, readFormOrJsonBody } from '../message/request.ts';
import { addressArgument } from '../message/request-arguments.ts';
import { type Endpoint, type RequestContext } from './endpoint.ts';
import { query } from './query.ts';

/** Source: docs/protocol/http.md, getaccount details; docs/protocol/queries.md, Resources and delegations. */
export const accountEndpoints: readonly Endpoint[] = [
  {
    name: 'getaccount',
    solid: true,
    ...query(
      {
        get: ({ get, visible }) => {
          const body = writeJson(new Map([['address', get('address') ?? null]]));
          return parseMessage(Account, body, { visible }).address;
        },
        post: (body) => parseBody(Account, body).address,
      },
      printAccount,
    ),
  },
  {
    // No account has an id: the transaction that gives one is not modelled.
    name: 'getaccountbyid',
    solid: true,
    get: () => '{}',
    post: ({ request }) => {
      parseBody(Account, readFormOrJsonBody(request));
      return '{}';
    },
  },
  {
    name: 'getaccountresource',
    ...query(
      {
        get: ({ get, visible }) => addressArgument(get('address'), { visible }),
        post: (body) => addressArgument(stringMember(jsonOf(body), 'address'), body),
      },
      printResource,
    ),
  },
  {
    name: 'getaccountnet',
    ...query(
      {
        get: ({ get, visible }) => addressArgument(get('address'), { visible }),
        post: (body) => parseBody(Account, body).address,
      },
      printNet,
    ),
  },
];

function printAccount({ state }: RequestContext, address: Address, options: PrintOptions): string {
  const account = accountMessage(state, address);
  if (account === undefined) return '{}';
  if (options.visible || account.asset_issued_ID === undefined) return printMessage(Account, account, options);
  // The node prints an issuer again by its JSON library, with the id as text in both notations.
  const entries = new Map(composeEntries(Account, account, options));
  return composeJson([...entries.set('asset_issued_ID', quoteJson(textOf(account.asset_issued_ID)))]);
}

function printResource({ state }: RequestContext, address: Address, options: PrintOptions): string {
  const resource = accountResource(state, address);
  return resource === undefined ? '{}' : printMessage(AccountResourceMessage, resource, options);
}

function printNet({ state }: RequestContext, address: Address, options: PrintOptions): string {
  const net = accountNet(state, address);
  return net === undefined ? '{}' : printMessage(AccountNetMessage, net, options);
}
