import { importBlock } from '../chain/import-block.ts';
import { createControls, type Controls } from '../control/controls.ts';
import { checkMiningMode, createMining } from '../control/interval-mining.ts';
import { createConsoleLog } from '../control/tracing/console-log.ts';
import { createWitnessSigner } from '../crypto/witness-signer.ts';
import { blockFromJson } from '../message/block-json.ts';
import { assembleNode } from '../node/assemble-node.ts';
import { type BaseNode } from '../node/base-node.ts';
import {
  readAcceptUnknown,
  readConsoleListener,
  readEthereumTools,
  readSolidityLag,
  readTimeOptions,
  readStepLimit,
} from '../node/node-options.ts';
import { type ForkConsistency } from './consistency.ts';
import { checkForkOptions, type ForkOptions } from './fork-options.ts';
import { type ForkSession } from './fork-session.ts';
import { openFork } from './open-fork.ts';

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
 * Starts a node from a live network's newest state: chain parameters, head block and time, witnesses.
 *
 * Accounts, contracts, code, energy state and storage are read when they are first needed. Each is read once and kept,
 * because a node only answers with the state of its newest block.
 *
 * @param options - the network's URLs, a cache, how to read
 * @throws MockNodeError `ARGUMENT_INVALID`, `FORK_CACHE_FAILED`, `FORK_UNREADABLE`; `RULES_UNKNOWN` if the network has set
 * chain parameters that this node does not know and `acceptUnknown` does not name.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { forkMockNode } from '@coin/mock-node/fork';
 *
 * const live = createMockNode(); // stands for a network
 * const fork = await forkMockNode({ url: 'http://live.example', fetch: (url, init) => live.fetch(url, init) });
 * const { address } = live.accounts[0];
 * await fork.setBalance(address, 5_000_000n);
 * const answer = await fork.fetch('http://node/wallet/getaccount', {
 *   method: 'POST',
 *   body: JSON.stringify({ address, visible: true }),
 * });
 * (await answer.json()).balance; // => 5000000
 * ```
 */
export async function forkMockNode(options: ForkOptions): Promise<ForkedNode> {
  checkForkOptions(options);
  const consoleLog = createConsoleLog(readConsoleListener(options));
  const { chain, session, save } = await openFork(options, {
    acceptUnknown: readAcceptUnknown(options),
    signer: createWitnessSigner([]),
    wallClock: readTimeOptions({ startTime: 0, ...options }).wallClock,
    mining: checkMiningMode(options.mining ?? { kind: 'instant' }),
    solidityLag: readSolidityLag(options),
    stepLimit: readStepLimit(options),
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
      importBlock: (json: string) => perform(() => importBlock(chain, blockFromJson(json))),
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
