import { type ForkConsistency } from '../fork/consistency.ts';
import { type ServedNode } from '../http/server/http-server.ts';
import { type Flags } from './flags/flags.ts';
import { type StartedNode } from './start-node.ts';

/** The servers of a node: its own, and one for clients that expect JSON-RPC on a separate port. */
export interface Served {
  readonly node: ServedNode;
  readonly jsonRpc?: ServedNode;
}

/** What the command prints once it listens. */
export function announcement(
  { accounts, origin, time, fork }: Omit<StartedNode, 'node' | 'writer'>,
  served: Served,
  given: Flags,
): string {
  const { url, port } = served.node;
  const jsonRpc = served.jsonRpc && `${served.jsonRpc.url}/jsonrpc`;
  if (given.json)
    return `${JSON.stringify({ url, port, ...(jsonRpc && { jsonRpc }), accounts, ...(fork && { fork }) })}\n`;
  const rows = [
    ...(time === undefined ? [] : [time]),
    ...(jsonRpc === undefined ? [] : [`JSON-RPC on ${jsonRpc}`]),
    ...(accounts.length === 0
      ? []
      : ['', ACCOUNTS_TITLE, ...accounts.map(({ address, privateKey }) => `  ${address}  ${privateKey}`)]),
  ];
  return [`coin-mock-node on ${url}, ${origin}`, ...rows, '', 'Press Ctrl+C to stop.', ''].join('\n');
}

const ACCOUNTS_TITLE = 'Accounts and their private keys, which are public: never use them on another network.';

/** Maximum number of records in one line. */
const MAX_LATE = 3;

/** Lists records that a fork read too late to belong to its first block; empty if there is none. */
export function lateLine({ head, late }: ForkConsistency): string {
  if (late.length === 0) return '';
  const shown = late.slice(0, MAX_LATE).map(({ record, blocks }) => `${record} (${blocks} blocks later)`);
  const rest = late.length > MAX_LATE ? `, and ${late.length - MAX_LATE} more` : '';
  return `coin-mock-node: some records are newer than block ${head.number}: ${shown.join(', ')}${rest}.\n`;
}
