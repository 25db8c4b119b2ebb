import { stringMember } from '../../json/json-value.ts';
import { printMessage, textBytes, type PrintOptions } from '../../json/protobuf-printer.ts';
import { nullPointerError } from '../../json/request-errors.ts';
import {
  assetById,
  assetByNameOrId,
  assetMessages,
  assetPage,
  assetsByIssuer,
  assetsByName,
} from '../../ledger/queries/asset-messages.ts';
import { addressArgument, hexBytes } from '../../message/request-arguments.ts';
import { jsonOf, parseGivenFields, readParameters } from '../../message/request.ts';
import { AssetIssueList } from '../../protocol/messages/api-messages.ts';
import { AssetIssueContract } from '../../protocol/messages/contract-messages.ts';
import { Account } from '../../protocol/messages/messages.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { type Asset } from '../../state/records/asset.ts';
import { getAndPost, type Endpoint } from './endpoint.ts';
import { pageQuery, query } from './query.ts';

/** Source: docs/protocol/assets.md, Queries. */
export const assetEndpoints: readonly Endpoint[] = [
  {
    name: 'getassetissuebyaccount',
    ...query(
      {
        get: ({ get, visible }) => addressArgument(get('address'), { visible }),
        post: (body) => parseGivenFields(Account, body).address ?? '',
      },
      ({ state }, address, options) => printAssets(assetsByIssuer(state, address), options),
    ),
  },
  {
    name: 'getassetissuebyname',
    solid: true,
    ...nameQuery(({ state }, name, options) => printAsset(assetByNameOrId(state, name), options)),
  },
  {
    name: 'getassetissuelistbyname',
    solid: true,
    ...nameQuery(({ state }, name, options) => printAssets(assetsByName(state, name), options)),
  },
  {
    name: 'getassetissuebyid',
    solid: true,
    ...query(
      {
        get: ({ get }) => get('value') ?? '',
        post: (body) => stringMember(jsonOf(body), 'value') ?? '',
      },
      ({ state }, id, options) => printAsset(assetById(state, id), options),
    ),
  },
  {
    name: 'getassetissuelist',
    solid: true,
    ...getAndPost(({ state, request }) => printAssets(assetMessages(state), readParameters(request))),
  },
  {
    name: 'getpaginatedassetissuelist',
    solid: true,
    ...pageQuery(({ state }, page, options) => printAssets(assetPage(state, page), options)),
  },
];

/** The GET and POST handlers of an endpoint that takes a name as `value`. */
function nameQuery(answer: Parameters<typeof query<Hex>>[1]): Pick<Endpoint, 'get' | 'post'> {
  return query(
    {
      get: ({ get, visible }) => nameArgument(get('value'), { visible }),
      post: (body) => nameArgument(stringMember(jsonOf(body), 'value'), body),
    },
    answer,
  );
}

function nameArgument(text: string | undefined, { visible }: PrintOptions): Hex {
  if (!visible) return hexBytes(text);
  if (text === undefined) throw nullPointerError();
  return textBytes(text);
}

function printAsset(asset: Asset | undefined, options: PrintOptions): string {
  return asset === undefined ? '{}' : printMessage(AssetIssueContract, asset, options);
}

function printAssets(assets: readonly Asset[] = [], options: PrintOptions): string {
  return printMessage(AssetIssueList, { assetIssue: assets }, options);
}
