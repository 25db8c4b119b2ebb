import { now } from '../../chain/chain.ts';
import { invalidParams, nullPointer } from '../envelope/failures.ts';
import { type ChainView } from '../logs/filters.ts';
import { findLogs } from '../logs/find-logs.ts';
import { logRequest, readLogQuery } from '../logs/log-query.ts';
import { text } from '../values/arguments.ts';
import { isFinalized } from '../values/block-tags.ts';
import { method, type MethodContext, type Methods } from './method.ts';

/** Logs, and filters for logs and blocks. Source: docs/protocol/json-rpc.md, Methods. */
export const logMethods: Methods = {
  eth_getLogs: method('getLogs', [logRequest], ({ state }, request) => {
    if (request === null) throw nullPointer();
    return findLogs(state, readLogQuery(state, request, { limited: true }));
  }),
  eth_newFilter: method('newFilter', [logRequest], (context, request) => {
    if (request === null) throw nullPointer();
    if (isFinalized(request.fromBlock) || isFinalized(request.toBlock))
      throw invalidParams('invalid block range params');
    return context.filters.create(viewOf(context), readLogQuery(context.state, request, { limited: false }));
  }),
  eth_newBlockFilter: method('newBlockFilter', [], (context) => context.filters.create(viewOf(context))),
  eth_getFilterChanges: method('getFilterChanges', [text], (context, id) =>
    context.filters.changes(viewOf(context), id),
  ),
  eth_getFilterLogs: method('getFilterLogs', [text], (context, id) =>
    findLogs(context.state, context.filters.query(viewOf(context), id)),
  ),
  eth_uninstallFilter: method('uninstallFilter', [text], (context, id) => {
    context.filters.remove(viewOf(context), id);
    return true;
  }),
};

/** The current chain, even if the request reads an older state. */
function viewOf({ chain }: MethodContext): ChainView {
  return { blocks: chain.ledger.head.blocks, now: now(chain) };
}
