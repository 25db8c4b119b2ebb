import { importBlock } from '../chain/import-block.ts';
import { createControls, type Controls } from '../control/controls.ts';
import { checkMiningMode, createMining } from '../control/interval-mining.ts';
import { createConsoleLog } from '../control/tracing/console-log.ts';
import { createWitnessSigner } from '../crypto/witness-signer.ts';
import { rejectUnusable } from '../errors.ts';
import { blockFromJson } from '../message/block-json.ts';
import { assembleNode } from '../node/assemble-node.ts';
import { type BaseNode } from '../node/base-node.ts';
import {
  readConsoleListener,
  readEthereumTools,
  readSolidityLag,
  readTimeOptions,
  readWorkLimit,
} from '../node/node-options.ts';
import { type ForkConsistency } from './consistency.ts';
import { checkForkOptions, type ForkOptions } from './fork-options.ts';
import { type ForkSession } from './fork-session.ts';
import { openFork } from './open-fork.ts';
import { type ForkOptionNames } from './upstream/upstream.ts';

/** The same functions returning promises, because they may have to read records first. */
export type Asynchronous<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

/**
 * A full node in this process that continues a live network. Changes to it stay local.
 *
 * It has the methods of a {@link MockNode}, so one test can run on both. In addition to the errors in {@link Controls},
 * its functions reject with MockNodeError `FORK_UNREADABLE` and `FORK_UNKNOWN`. Over HTTP these are errors with status
 * 500.
 */
export interface ForkedNode extends Asynchronous<Controls>, BaseNode {
  /** Executes a block of another node, given in the JSON form of getblockbynum. */
  readonly importBlock: (json: string) => Promise<void>;
  /** Reports how far the state read so far belongs to one block. */
  readonly consistency: () => ForkConsistency;
}

/**
 * Opens a fork. Its errors name options by these names.
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
    tracing: consoleLog.tracing,
  });
  const { perform } = session;
  // If the network does not respond, the block is produced at the next interval.
  const mining = createMining(chain, (operation) => void perform(operation).catch(() => undefined));
  const controls = createControls(chain, mining, undefined);
  return assembleNode({
    chain,
    mining,
    controls,
    consoleLog,
    accounts: [],
    faultSeed: options.faultSeed,
    ethereumTools: readEthereumTools(options),
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

/** Controls that produce many blocks are not probed for the records they need. */
const long: ReadonlySet<string> = /* @__PURE__ */ new Set<keyof Controls>(['mine', 'mineUntil']);

function asynchronous(controls: Controls, { perform }: ForkSession): Asynchronous<Controls> {
  const functions = Object.entries(controls).map(([name, control]: [string, (...args: unknown[]) => unknown]) => [
    name,
    (...args: unknown[]) => perform(() => control(...args), { probe: !long.has(name) }),
  ]);
  return Object.fromEntries(functions) as Asynchronous<Controls>;
}
