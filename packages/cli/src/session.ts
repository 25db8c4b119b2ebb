import { type Writable } from 'node:stream';
import { type NodeClient } from '@coin/rpc';
import { UsageError } from './usage-error.ts';

/** A stream that the command writes to. */
export type Output = Writable & { readonly isTTY?: boolean };

/** The process around a command. */
export interface Surroundings {
  /** Opens standard input. Few commands read it, and opening it takes time. */
  readonly stdin: () => AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts when the user interrupts the command. */
  readonly signal: AbortSignal;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** What every command gets beside its own arguments. */
export interface Session extends Surroundings {
  /** The URL of the node: `--node`, or `COIN_NODE`. */
  readonly node: string | undefined;
  /** Lets the command end with the exit code of a check that failed, after it has printed its result. */
  readonly reportDifference: () => void;
}

/** The URL of the node. @throws UsageError when none is given */
export function requireNode({ node }: Session): string {
  if (node === undefined) throw new UsageError('This command reads from a node: pass --node URL or set COIN_NODE');
  return node;
}

/** A client of the node, with the key of `COIN_API_KEY`. Nothing is sent before a command asks for something. */
export async function openClient(session: Session): Promise<NodeClient> {
  const url = requireNode(session);
  const { createNodeClient, http } = await import('@coin/rpc');
  const { fetch } = session;
  const { COIN_API_KEY: apiKey } = session.env;
  return createNodeClient({ transport: http(url, { ...(apiKey && { apiKey }), ...(fetch && { fetch }) }) });
}

/** Reads standard input to its end, without the line break there. */
export async function readInput({ stdin }: Session): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of stdin()) text += typeof part === 'string' ? part : decoder.decode(part, { stream: true });
  return text.trimEnd();
}

/** The argument itself, or standard input in place of `-` or of none. */
export async function argumentOrInput(session: Session, argument: string | undefined, name: string): Promise<string> {
  if (argument !== undefined && argument !== '-') return argument;
  if (argument === undefined && session.stdin().isTTY) throw new UsageError(`Missing argument ${name}`);
  const text = await readInput(session);
  if (text === '') throw new UsageError(`Standard input has no ${name}`);
  return text;
}
