import { type ForkedNode } from '../fork/fork-mock-node.ts';
import { httpApiOf } from '../http/server/http-api-of.ts';
import { createMockNode, type MockNode } from '../node/create-mock-node.ts';
import { BLOCK_INTERVAL_MS } from '../protocol/time.ts';
import { loadState } from './files/load-state.ts';
import { createStateWriter, readInitialState, type StateWriter } from './files/state-file.ts';
import { type Flags } from './flags/flags.ts';
import { readNodeOptions } from './flags/read-options.ts';
import { type Output } from './output.ts';

/** A node to serve, with the texts that the command prints about it. */
export interface StartedNode {
  readonly node: MockNode | ForkedNode;
  readonly writer?: StateWriter | undefined;
  readonly accounts: MockNode['accounts'];
  /** A description of where its state comes from. */
  readonly origin: string;
  /** How its time relates to the machine's; absent under test time. */
  readonly time?: string | undefined;
  /** The block that a fork starts from. */
  readonly fork?: { readonly host: string; readonly number: number; readonly blockID: string };
}

/** Starts the node, or the fork, that the flags describe. @throws UsageError */
export function startNode(given: Flags, output: Output): Promise<StartedNode> {
  return given.fork === undefined ? startOwnNode(given, output) : startForkedNode(given.fork, given, output);
}

async function startOwnNode(given: Flags, { printProblem }: Output): Promise<StartedNode> {
  const initial = readInitialState(given);
  const node = createMockNode(await readNodeOptions(given, initial));
  if (initial !== undefined) loadState(node, initial, given);
  const { config, preset } = given;
  const origin = config ?? (preset === undefined ? initial?.file : undefined) ?? `preset ${preset ?? 'spec'}`;
  return {
    node,
    writer: createStateWriter({ dump: node.dump, ledger: httpApiOf(node).ledger }, given, printProblem),
    accounts: node.accounts,
    origin,
    time: timeLine(node.now(), given),
  };
}

/** Loads the fork code only if a flag asks for a fork. */
async function startForkedNode(url: string, given: Flags, output: Output): Promise<StartedNode> {
  const { startFork } = await import('./start-fork.ts');
  const node = await startFork(url, given, output);
  const { host } = new URL(url);
  const { number, blockID } = node.consistency().head;
  const origin = `a fork of ${host} at block ${number}`;
  return { node, accounts: [], origin, time: timeLine(await node.now(), given), fork: { host, number, blockID } };
}

function timeLine(now: number, { 'wall-clock': isWallClock, 'block-time': blockTime }: Flags): string | undefined {
  if (!isWallClock) return undefined;
  const speed = BLOCK_INTERVAL_MS / 1000 / (blockTime ?? Number.POSITIVE_INFINITY);
  const ahead = Math.round((now - Date.now()) / 1000);
  const state = ahead > 0 ? `The node's clock is ${ahead} s ahead of the machine's, because its state is. ` : '';
  return speed > 1
    ? `${state}Blocks are three seconds apart, so the node's time passes ${speed} times as fast as the machine's.`
    : `${state}The node's clock passes with the machine's.`;
}
