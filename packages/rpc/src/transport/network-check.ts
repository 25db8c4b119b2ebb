import { hexArgument } from '../encoding/arguments.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { unexpectedAnswer } from './answer/check-answer.ts';
import { type NodeClientOptions } from './client-options.ts';
import { type EndpointPool } from './endpoint-pool.ts';
import { requestUrl, type Attempt, type Exchange } from './exchange.ts';

/**
 * Makes sure before a URL's first use that it is of the client's network: a balance on another one would look valid.
 * The network is that of `genesisId`, or of the first endpoint that answers, for as long as the client lives.
 */
export function createNetworkCheck(
  { genesisId }: NodeClientOptions,
  { endpoints }: EndpointPool,
  exchange: Exchange,
): (attempt: Attempt, path: string) => Promise<void> {
  let expected = genesisId === undefined ? undefined : hexArgument('genesisId', genesisId, { bytes: 32 });
  const urls = new Set(endpoints.flatMap(({ url, solidUrl }) => [url, solidUrl]));
  const isNeeded = urls.size > 1 || expected !== undefined;
  return async (attempt, path) => {
    const { endpoint } = attempt;
    const { url, checkedUrls, label } = endpoint;
    const used = requestUrl(endpoint, path);
    if (!isNeeded || checkedUrls.has(used)) return;
    const blockPath = used === url ? '/wallet/getblockbynum' : '/walletsolidity/getblockbynum';
    const unexpected = (reason: string) =>
      unexpectedAnswer({ path: blockPath, endpoint: label }, 'blockID', `${reason}, so its network is unknown`);
    let block: unknown;
    try {
      block = await (await exchange(attempt, blockPath, '{"num":0}')).json();
    } catch (error) {
      throw isRpcError(error, 'NODE_ERROR') ? unexpected(error.context.nodeMessage) : error;
    }
    const { blockID } = Object(block) as { blockID?: unknown };
    if (typeof blockID !== 'string' || !/^[\da-f]{64}$/i.test(blockID)) throw unexpected('not 64 hex digits');
    const actual = blockID.toLowerCase();
    expected ??= actual;
    if (actual !== expected) throw new RpcError('ENDPOINT_MISMATCH', { expected, actual }, { endpoint: label });
    checkedUrls.add(used);
  };
}
