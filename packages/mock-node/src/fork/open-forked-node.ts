import { importBlock } from '../chain/import-block.ts';
import { createControls, type Controls } from '../control/controls.ts';
import { checkMiningMode, createMining } from '../control/interval-mining.ts';
import { createConsoleLog } from '../control/tracing/console-log.ts';
import { createWitnessSigner } from '../crypto/witness-signer.ts';
import { rejectUnusable } from '../errors.ts';
import { blockFromJson } from '../message/block-json.ts';
import { assembleNode } from '../node/assemble-node.ts';
import { type BaseNode } from '../node/base-node.ts';
import { readConsoleListener, readSolidityLag, readTimeOptions, readWorkLimit } from '../node/node-options.ts';
import { type ForkConsistency } from './consistency.ts';
import { checkForkOptions, type ForkOptions } from './fork-options.ts';
import { type ForkSession } from './fork-session.ts';
import { holdCodelessCalls } from './hold-calls.ts';
import { openFork } from './open-fork.ts';
import { type ForkOptionNames } from './upstream/upstream.ts';

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
export interface ForkedNode extends Asynchronous<Controls>, BaseNode {
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
    wallClock: readTimeOptions({ startTime: 0, ...options }).wallClock,
    mining: checkMiningMode(options.mining ?? { kind: 'instant' }),
    solidityLag: readSolidityLag(options),
    workLimit: readWorkLimit(options),
    codelessCalls: holdCodelessCalls(consoleLog.tracing),
  });
  const { perform } = session;
  // A block that cannot be made because the network does not answer is made at the next interval.
  const mining = createMining(chain, (operation) => void perform(operation).catch(() => undefined));
  const controls = createControls(chain, mining, undefined);
  return assembleNode({
    chain,
    mining,
    controls,
    consoleLog,
    accounts: [],
    faultSeed: options.faultSeed,
    perform,
    members: {
      ...asynchronous(controls, session),
      consistency: session.consistency,
      importBlock: (json: string) =>
        rejectUnusable('json', () => perform(() => importBlock(chain, blockFromJson(json)))),
    },
    onClose: save,
  });
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
