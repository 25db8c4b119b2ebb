import {
  availableUnfreezeCount,
  canDelegatedMaxSize,
  canWithdrawUnfreezeAmount,
  delegatedResourceIndex,
  delegatedResources,
} from '../../ledger/queries/delegation-queries.ts';
import {
  CanDelegatedMaxSizeRequestMessage,
  CanDelegatedMaxSizeResponseMessage,
  CanWithdrawUnfreezeAmountRequestMessage,
  CanWithdrawUnfreezeAmountResponseMessage,
  DelegatedResourceList,
  DelegatedResourceMessage,
  GetAvailableUnfreezeCountRequestMessage,
  GetAvailableUnfreezeCountResponseMessage,
} from '../../protocol/answers.ts';
import { DelegatedResourceAccountIndex } from '../../protocol/messages.ts';
import { addressArgument, integerArgument } from '../message/request-arguments.ts';
import { queryByValue } from './address-query.ts';
import type { Asked, Endpoint } from './endpoint.ts';
import { printMessage } from '../json/protobuf-printer.ts';
import type { PrintOptions } from '../json/protobuf-printer.ts';
import { parseMessage } from '../json/protobuf-parser.ts';
import { readFormOrJsonBody, readParameters } from '../message/request.ts';

/** Hexadecimal digits of an address: 21 bytes. */
const addressDigits = 42;

/** Source: docs/protocol/queries.md, Resources and delegations. */
export const delegationEndpoints: readonly Endpoint[] = [
  {
    name: 'getdelegatedresourcev2',
    solid: true,
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      const pair = {
        from: addressArgument(get('fromAddress'), { visible }),
        to: addressArgument(get('toAddress'), { visible }),
      };
      return printDelegations(asked, pair, { visible });
    },
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      const { fromAddress, toAddress } = parseMessage(DelegatedResourceMessage, body.text, body);
      return printDelegations(asked, { from: fromAddress, to: toAddress }, body);
    },
  },
  {
    name: 'getdelegatedresourceaccountindexv2',
    solid: true,
    ...queryIndex(({ state }, address, options) => {
      const index = delegatedResourceIndex(state, address);
      return index === undefined ? '{}' : printMessage(DelegatedResourceAccountIndex, index, options);
    }),
  },
  // Lending of the first staking model cannot be made any more, so that nobody has any.
  {
    name: 'getdelegatedresource',
    solid: true,
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      for (const name of ['fromAddress', 'toAddress']) addressArgument(get(name), { visible });
      return '{}';
    },
    post: ({ request }) => {
      const body = readFormOrJsonBody(request);
      parseMessage(DelegatedResourceMessage, body.text, body);
      return '{}';
    },
  },
  {
    name: 'getdelegatedresourceaccountindex',
    solid: true,
    ...queryIndex((_, account, options) =>
      account.length === addressDigits ? printMessage(DelegatedResourceAccountIndex, { account }, options) : '{}',
    ),
  },
  {
    name: 'getcandelegatedmaxsize',
    solid: true,
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      const type = get('type');
      const owner = addressArgument(get('owner_address'), { visible });
      return printMaxSize(asked, { owner, type: type === undefined ? 0 : Number(integerArgument(type, 32)) });
    },
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      const { owner_address: owner, type } = parseMessage(CanDelegatedMaxSizeRequestMessage, body.text, body);
      return printMaxSize(asked, { owner, type });
    },
  },
  {
    name: 'getavailableunfreezecount',
    solid: true,
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      return printUnfreezeCount(asked, addressArgument(get('ownerAddress') ?? get('owner_address'), { visible }));
    },
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      return printUnfreezeCount(
        asked,
        parseMessage(GetAvailableUnfreezeCountRequestMessage, body.text, body).owner_address,
      );
    },
  },
  {
    name: 'getcanwithdrawunfreezeamount',
    solid: true,
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      const time = get('timestamp');
      const timestamp = time === undefined ? 0n : integerArgument(time);
      return printWithdrawable(asked, { owner: addressArgument(get('owner_address'), { visible }), timestamp });
    },
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      const { owner_address: owner, timestamp } = parseMessage(
        CanWithdrawUnfreezeAmountRequestMessage,
        body.text,
        body,
      );
      return printWithdrawable(asked, { owner, timestamp });
    },
  },
];

/** These answers hold no address, so that the notation does not matter. */
const either: PrintOptions = { visible: false };

function printDelegations(
  { state }: Asked,
  pair: { readonly from: string; readonly to: string },
  options: PrintOptions,
): string {
  return printMessage(DelegatedResourceList, { delegatedResource: delegatedResources(state, pair) }, options);
}

function printMaxSize({ state }: Asked, question: { readonly owner: string; readonly type: number }): string {
  return printMessage(CanDelegatedMaxSizeResponseMessage, { max_size: canDelegatedMaxSize(state, question) }, either);
}

function printUnfreezeCount({ state }: Asked, owner: string): string {
  return printMessage(
    GetAvailableUnfreezeCountResponseMessage,
    { count: availableUnfreezeCount(state, owner) },
    either,
  );
}

function printWithdrawable({ state }: Asked, question: { readonly owner: string; readonly timestamp: bigint }): string {
  const amount = canWithdrawUnfreezeAmount(state, question);
  return printMessage(CanWithdrawUnfreezeAmountResponseMessage, { amount }, either);
}

/** With GET the argument is read as an address itself; a body goes through the protobuf-JSON reader. Source: docs/protocol/http.md, Request body parsing. */
function queryIndex(answer: Parameters<typeof queryByValue>[0]): ReturnType<typeof queryByValue> {
  return {
    ...queryByValue(answer),
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      return answer(asked, addressArgument(get('value'), { visible }), { visible });
    },
  };
}
