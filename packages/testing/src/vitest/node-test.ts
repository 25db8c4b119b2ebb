import { createMockNode, serve, type MockNode, type MockNodeOptions, type PresetNode } from '@coin/mock-node';
import {
  createCallReader,
  createEnergyCollector,
  createTransactionReader,
  type EnergyCollector,
} from '@coin/mock-node/energy-report';
import { inject, test as base, type TestAPI } from 'vitest';
import { COLLECTS_ENERGY, ENERGY_TOTALS } from '../energy-channel.ts';
import { argumentInvalid } from '../errors.ts';

/** Options of `createNodeTest` besides those of `createMockNode`. */
export interface NodeFixtureOptions<Node, Prepared> {
  /** Called once per file before its first test, for example to deploy contracts. Its result is `prepared`. */
  readonly prepare?: (node: Node) => Prepared | Promise<Prepared>;
  /** Pass false to leave these tests out of the run's energy report. */
  readonly energyReport?: boolean;
}

/** The fixtures of a test. */
export interface NodeFixtures<Node = PresetNode, Prepared = undefined> {
  /** The node of this file, as it was after `prepare` and `beforeAll`. */
  readonly node: Node;
  /** What `prepare` returned. */
  readonly prepared: Prepared;
  /** The node's URL. The node is served from the first test that asks for it. */
  readonly nodeUrl: string;
}

/**
 * Creates vitest's `test` with a node per file, which is restored after each test.
 *
 * Its blocks, clock, faults, scripts, requests and mining mode are restored from a snapshot, in constant time.
 * Contracts are deployed only once. The tests of a file run one after the other.
 *
 * @param options - the options of `createMockNode`; `prepare` runs once per file; `energyReport: false`
 * @throws TestingError `ARGUMENT_INVALID` for `prepare` and `energyReport` of other types; MockNodeError in the first
 * test for the node's options, naming the option.
 * @example
 * ```ts no-run
 * import { createNodeTest } from '@coin/testing/vitest';
 *
 * const test = createNodeTest({ preset: 'mainnet', prepare: (node) => node.deploy({ bytecode: '60006000f3' }) });
 * test('is deployed', ({ node, prepared }) => node.traceTransaction(prepared.txID));
 * ```
 */
export function createNodeTest<Prepared = undefined>(
  options?: MockNodeOptions & { readonly network?: undefined; readonly accounts?: undefined } & NodeFixtureOptions<
      PresetNode,
      Prepared
    >,
): TestAPI<NodeFixtures<PresetNode, Prepared>>;
export function createNodeTest<Prepared = undefined>(
  options: MockNodeOptions & NodeFixtureOptions<MockNode, Prepared>,
): TestAPI<NodeFixtures<MockNode, Prepared>>;
export function createNodeTest(options: AnyOptions = {}): unknown {
  const { prepare, energyReport, nodeOptions } = readOptions(options);
  let energy: EnergyRecorder | undefined;
  let isRunning = false;
  return (
    base
      .extend('node', { scope: 'file' }, () => createMockNode(nodeOptions))
      .extend('prepared', { scope: 'file' }, async ({ node }, { onCleanup }) => {
        onCleanup(() => node.close());
        if (energyReport && collectsEnergy()) energy = recordEnergy(node);
        return prepare?.(node as never);
      })
      .extend('nodeUrl', { scope: 'file' }, async ({ node }, { onCleanup }) => {
        const served = await serve(node);
        onCleanup(() => served.close());
        return served.url;
      })
      // Runs after `prepared`, whose effects remain.
      .extend('returnToStart', { auto: true }, ({ node, prepared, task }, { onCleanup }) => {
        if (isRunning)
          throw argumentInvalid(
            'test.concurrent',
            task.name,
            'a test that runs alone: the tests of a file share its node',
          );
        isRunning = true;
        const start = node.snapshot();
        onCleanup(() => {
          energy?.collect(task.meta as EnergyMeta);
          node.revert(start);
          node.setMining(nodeOptions.mining ?? { kind: 'instant' });
          for (const instrument of [node.faults, node.scripts, node.requests]) instrument.reset();
          energy?.skip();
          isRunning = false;
        });
        return prepared;
      })
  );
}

type AnyOptions = MockNodeOptions & NodeFixtureOptions<never, unknown>;

interface FixtureOptions extends Pick<AnyOptions, 'prepare'> {
  readonly energyReport: boolean;
  readonly nodeOptions: MockNodeOptions;
}

function readOptions(options: AnyOptions): FixtureOptions {
  if (typeof options !== 'object') throw argumentInvalid('options', options, 'an object');
  const { prepare, energyReport = true, ...nodeOptions } = options;
  if (prepare !== undefined && typeof prepare !== 'function')
    throw argumentInvalid('prepare', prepare, 'a function that takes the node');
  if (typeof energyReport !== 'boolean') throw argumentInvalid('energyReport', energyReport, 'true or false');
  return { ...(prepare !== undefined && { prepare }), energyReport, nodeOptions };
}

const collectsEnergy = (): boolean => (inject as (key: string) => unknown)(COLLECTS_ENERGY) === true;

/** The metadata of a test, which the reporter receives. */
type EnergyMeta = { [ENERGY_TOTALS]?: string };

interface EnergyRecorder {
  /** Adds the contract transactions of new blocks, and calls of view functions, to a test's metadata. */
  readonly collect: (meta: EnergyMeta) => void;
  /** Skips new blocks and calls. */
  readonly skip: () => void;
}

function recordEnergy(node: MockNode): EnergyRecorder {
  const newTransactions = createTransactionReader(node);
  const newCalls = createCallReader(node);
  return {
    collect(meta) {
      const collector: EnergyCollector = createEnergyCollector();
      // A retried test adds to the energy of its earlier attempts.
      const before = meta[ENERGY_TOTALS];
      if (before !== undefined) collector.merge(before);
      for (const trace of newCalls()) collector.add(trace);
      for (const id of newTransactions()) collector.add(node.traceTransaction(id, { maxSteps: 0 }));
      meta[ENERGY_TOTALS] = collector.dump();
    },
    skip() {
      newTransactions();
      newCalls();
    },
  };
}
