import { importBlock } from './chain/import-block.ts';
import { type AsyncDisposal } from './control/async-disposal.ts';
import { createControls, type Controls } from './control/controls.ts';
import { checkMiningMode, createMining } from './control/interval-mining.ts';
import { createNodeClock } from './control/node-clock.ts';
import { createConsoleLog } from './control/tracing/console-log.ts';
import { createWitnessSigner } from './crypto/witness-signer.ts';
import { refuseUnusable, withRefusals } from './errors.ts';
import { type ForkConsistency } from './fork/consistency.ts';
import { checkForkOptions, type ForkOptions, type ForkOptionNames } from './fork/fork-options.ts';
import { type ForkSession } from './fork/fork-session.ts';
import { holdCodelessCalls } from './fork/hold-calls.ts';
import { openFork } from './fork/open-fork.ts';
import { createFetch } from './http/server/fetch.ts';
import { createHttpApi } from './http/server/http-api.ts';
import { blockFromJson } from './message/block-json.ts';
import { readConsoleListener, readSolidityLag, readWorkLimit } from './node-options.ts';
import { keepHttpApi, type MockNode } from './node.ts';

/** Functions that return promises, because what they need may have to be read first. */
export type Asynchronous<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

/**
 * A full node in this process that goes on where a live network is. What is done on it stays here. Besides what
 * {@link Controls} say, its functions reject with MockNodeError `FORK_UNREADABLE` and `FORK_UNKNOWN`; over HTTP these
 * are errors with status 500.
 *
 * Source: Decision: one object with the methods of a {@link MockNode}, so that a test runs on both.
 */
export interface ForkedNode
  extends
    Asynchronous<Controls>,
    Pick<MockNode, 'fetch' | 'network' | 'clock' | 'faults' | 'requests' | 'scripts' | 'close'>,
    AsyncDisposal {
  /** Executes another node's block, given in the JSON form of getblockbynum. */
  readonly importBlock: (json: string) => Promise<void>;
  /** How far what was read so far is the state of one block. */
  readonly consistency: () => ForkConsistency;
}

/**
 * A fork whose errors name its options in these words.
 *
 * @throws MockNodeError `ARGUMENT_INVALID`, `FORK_CACHE_FAILED`, `FORK_UNREADABLE`
 */
export async function openForkedNode(options: ForkOptions, names: ForkOptionNames): Promise<ForkedNode> {
  checkForkOptions(options);
  const consoleLog = createConsoleLog(readConsoleListener(options));
  const { chain, session, save } = await openFork(options, {
    names,
    signer: createWitnessSigner([]),
    mining: checkMiningMode(options.mining ?? { mode: 'instant' }),
    solidityLag: readSolidityLag(options),
    workLimit: readWorkLimit(options),
    codelessCalls: holdCodelessCalls(consoleLog.tracing),
  });
  const { perform } = session;
  // A block that cannot be made because the network does not answer is made at the next interval.
  const mining = createMining(chain, (operation) => void perform(operation).catch(() => undefined));
  const controls = createControls(chain, mining, undefined);
  const httpApi = createHttpApi({
    chain,
    controls,
    consoleLog,
    accounts: [],
    faultSeed: options.faultSeed ?? 1,
    perform,
  });
  const { faults, requests, scripts } = httpApi;
  const close = async (): Promise<void> => {
    mining.stop();
    await save();
  };
  const node: ForkedNode = {
    ...withRefusals(asynchronous(controls, session)),
    fetch: createFetch(httpApi),
    network: chain.network,
    clock: createNodeClock(chain),
    faults: withRefusals(faults),
    requests,
    scripts: withRefusals(scripts),
    importBlock: (json) => refuseUnusable('json', () => perform(() => importBlock(chain, blockFromJson(json)))),
    consistency: session.consistency,
    close,
    [Symbol.asyncDispose]: close,
  };
  keepHttpApi(node, httpApi);
  return node;
}

/** Controls that make many blocks are not run once more to find out what they need. */
const long: ReadonlySet<string> = /* @__PURE__ */ new Set<keyof Controls>(['mine', 'mineUntil']);

function asynchronous(controls: Controls, { perform }: ForkSession): Asynchronous<Controls> {
  const functions = Object.entries(controls).map(([name, control]: [string, (...args: unknown[]) => unknown]) => [
    name,
    (...args: unknown[]) => perform(() => control(...args), { probe: !long.has(name) }),
  ]);
  return Object.fromEntries(functions) as Asynchronous<Controls>;
}
