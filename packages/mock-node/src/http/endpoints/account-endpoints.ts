import { composeJson, quoteJson, stringMember, writeJson } from '../../json/json-value.ts';
import { parseMessage } from '../../json/protobuf-parser.ts';
import { composeEntries, printMessage, type PrintOptions } from '../../json/protobuf-printer.ts';
import { accountMessage } from '../../ledger/queries/account-message.ts';
import { accountNet, accountResource } from '../../ledger/queries/resource-messages.ts';
import { addressArgument } from '../../message/request-arguments.ts';
import { jsonOf, parseGivenFields } from '../../message/request.ts';
import { AccountNetMessage, AccountResourceMessage } from '../../protocol/messages/api-messages.ts';
import { Account, type AccountMessage } from '../../protocol/messages/messages.ts';
import { type MessageInit } from '../../protocol/messages/schema.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { textOf } from '../../protocol/text.ts';
import { addressOfAccountId } from '../../state/accessors/accounts.ts';
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
        post: (body) => parseGivenFields(Account, body).address ?? '',
      },
      ({ state }, address, options) => printAccount(accountMessage(state, address), options),
    ),
  },
  {
    name: 'getaccountbyid',
    solid: true,
    ...query(
      {
        get: ({ get, visible }) => {
          const body = writeJson(new Map([['account_id', get('account_id') ?? null]]));
          return parseMessage(Account, body, { visible }).account_id;
        },
        post: (body) => parseGivenFields(Account, body).account_id ?? '',
      },
      printAccountWithId,
    ),
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
        post: (body) => parseGivenFields(Account, body).address ?? '',
      },
      printNet,
    ),
  },
];

function printAccountWithId({ state }: RequestContext, id: Hex, options: PrintOptions): string {
  const address = addressOfAccountId(state, id);
  return printAccount(address === undefined ? undefined : accountMessage(state, address, 'stored'), options);
}

function printAccount(account: MessageInit<AccountMessage> | undefined, options: PrintOptions): string {
  if (account === undefined) return '{}';
  if (options.visible || account.asset_issued_ID === undefined) return printMessage(Account, account, options);
  // The node's JSON library prints an issuer again, with the id as text in both notations.
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
