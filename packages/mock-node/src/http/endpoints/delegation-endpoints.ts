import { printMessage } from '../../json/protobuf-printer.ts';
import {
  availableUnfreezeCount,
  canDelegatedMaxSize,
  canWithdrawUnfreezeAmount,
  delegatedResourceIndex,
  delegatedResources,
} from '../../ledger/queries/delegation-queries.ts';
import { addressArgument, integerArgument } from '../../message/request-arguments.ts';
import { parseBody, readFormOrJsonBody, readParameters } from '../../message/request.ts';
import {
  CanDelegatedMaxSizeRequestMessage,
  CanDelegatedMaxSizeResponseMessage,
  CanWithdrawUnfreezeAmountRequestMessage,
  CanWithdrawUnfreezeAmountResponseMessage,
  DelegatedResourceList,
  DelegatedResourceMessage,
  GetAvailableUnfreezeCountRequestMessage,
  GetAvailableUnfreezeCountResponseMessage,
} from '../../protocol/messages/api-messages.ts';
import { DelegatedResourceAccountIndex } from '../../protocol/messages/messages.ts';
import { addressQuery, type AnswerForAddress } from './address-query.ts';
import { type Endpoint } from './endpoint.ts';
import { query } from './query.ts';

/** Hexadecimal digits of an address: 21 bytes. */
const ADDRESS_DIGITS = 42;

/** Source: docs/protocol/queries.md, Resources and delegations. */
export const delegationEndpoints: readonly Endpoint[] = [
  {
    name: 'getdelegatedresourcev2',
    solid: true,
    ...query(
      {
        get: ({ get, visible }) => ({
          from: addressArgument(get('fromAddress'), { visible }),
          to: addressArgument(get('toAddress'), { visible }),
        }),
        post: (body) => {
          const { fromAddress, toAddress } = parseBody(DelegatedResourceMessage, body);
          return { from: fromAddress, to: toAddress };
        },
      },
      ({ state }, pair, options) =>
        printMessage(DelegatedResourceList, { delegatedResource: delegatedResources(state, pair) }, options),
    ),
  },
  {
    name: 'getdelegatedresourceaccountindexv2',
    solid: true,
    ...indexQuery(({ state }, address, options) => {
      const index = delegatedResourceIndex(state, address);
      return index === undefined ? '{}' : printMessage(DelegatedResourceAccountIndex, index, options);
    }),
  },
  // The first staking model no longer allows delegation, so there are no such delegations.
  {
    name: 'getdelegatedresource',
    solid: true,
    get: ({ request }) => {
      const { get, visible } = readParameters(request);
      for (const name of ['fromAddress', 'toAddress']) addressArgument(get(name), { visible });
      return '{}';
    },
    post: ({ request }) => {
      parseBody(DelegatedResourceMessage, readFormOrJsonBody(request));
      return '{}';
    },
  },
  {
    name: 'getdelegatedresourceaccountindex',
    solid: true,
    ...indexQuery((_, account, options) =>
      account.length === ADDRESS_DIGITS ? printMessage(DelegatedResourceAccountIndex, { account }, options) : '{}',
    ),
  },
  {
    name: 'getcandelegatedmaxsize',
    solid: true,
    ...query(
      {
        get: ({ get, visible }) => {
          const owner = addressArgument(get('owner_address'), { visible });
          return { owner, type: Number(integerArgument(get('type') ?? '0', 32)) };
        },
        post: (body) => {
          const { owner_address: owner, type } = parseBody(CanDelegatedMaxSizeRequestMessage, body);
          return { owner, type };
        },
      },
      ({ state }, question, options) =>
        printMessage(CanDelegatedMaxSizeResponseMessage, { max_size: canDelegatedMaxSize(state, question) }, options),
    ),
  },
  {
    name: 'getavailableunfreezecount',
    solid: true,
    ...query(
      {
        get: ({ get, visible }) => addressArgument(get('ownerAddress') ?? get('owner_address'), { visible }),
        post: (body) => parseBody(GetAvailableUnfreezeCountRequestMessage, body).owner_address,
      },
      ({ state }, owner, options) =>
        printMessage(
          GetAvailableUnfreezeCountResponseMessage,
          { count: availableUnfreezeCount(state, owner) },
          options,
        ),
    ),
  },
  {
    name: 'getcanwithdrawunfreezeamount',
    solid: true,
    ...query(
      {
        get: ({ get, visible }) => {
          const timestamp = integerArgument(get('timestamp') ?? '0');
          return { owner: addressArgument(get('owner_address'), { visible }), timestamp };
        },
        post: (body) => {
          const { owner_address: owner, timestamp } = parseBody(CanWithdrawUnfreezeAmountRequestMessage, body);
          return { owner, timestamp };
        },
      },
      ({ state }, question, options) =>
        printMessage(
          CanWithdrawUnfreezeAmountResponseMessage,
          { amount: canWithdrawUnfreezeAmount(state, question) },
          options,
        ),
    ),
  },
];

/**
 * With GET the argument is read directly as an address. With POST the protobuf-JSON reader reads the body. Source:
 * docs/protocol/http.md, Request body parsing.
 */
function indexQuery(answer: AnswerForAddress): Pick<Endpoint, 'get' | 'post'> {
  return {
    ...addressQuery(answer),
    get: (context) => {
      const parameters = readParameters(context.request);
      return answer(context, addressArgument(parameters.get('value'), parameters), parameters);
    },
  };
}
