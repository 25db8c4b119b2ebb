import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Flags } from '../flags/flags.ts';
import { messageOf, UsageError } from '../usage-error.ts';
import { MAX_STATE_BYTES, readText } from './read-file.ts';
import { checkWritable, replaceFile } from './write-file.ts';

/** A state to start from, and the flag that names its file. */
export interface InitialState {
  readonly flag: '--load-state' | '--state';
  readonly file: string;
  /** As the node's `dump` returns it. */
  readonly dump: string;
}

/** @throws UsageError for contradictory flags and for a file that cannot be read. */
export function readInitialState(given: Flags): InitialState | undefined {
  const { state, 'load-state': loaded } = given;
  for (const other of ['load-state', 'dump-state'] as const)
    if (state !== undefined && given[other] !== undefined)
      throw new UsageError(`--state cannot be combined with --${other}: it loads and writes the same file`);
  if (loaded !== undefined) return readState('--load-state', loaded);
  return state !== undefined && existsSync(state) ? readState('--state', state) : undefined;
}

function readState(flag: InitialState['flag'], file: string): InitialState {
  return { flag, file, dump: dumpIn(readText(flag, file, MAX_STATE_BYTES)) };
}

/** Accepts a dump, or the answer of `/admin/dump` that contains one. `load` reports any other text. */
function dumpIn(text: string): string {
  try {
    const { result, dump } = Object(JSON.parse(text));
    return result === true && typeof dump === 'string' ? dump : text;
  } catch {
    return text;
  }
}

/** The part of a node whose state is written. */
export interface WrittenNode {
  readonly dump: () => string;
  /** Returns another object once the state has changed. A dump of many blocks takes seconds, and this no time. */
  readonly ledger: () => object;
}

/** Writes the state of a node to the file that the flags name. */
export interface StateWriter {
  /** Writes the state unless the file already has it. @returns whether the file has it now. */
  readonly write: () => boolean;
  /** Writes it for the last time, to a file in the temporary folder if its own file cannot be written. */
  readonly finish: () => boolean;
}

const DEFAULT_INTERVAL_S = 60;

/**
 * Creates a writer for `--state`, which also writes at intervals, or `--dump-state`; undefined without either.
 *
 * @throws UsageError if the file cannot be written.
 */
export function createStateWriter(
  node: WrittenNode,
  given: Flags,
  printProblem: (text: string) => void,
): StateWriter | undefined {
  const { state, 'dump-state': dumped, 'state-interval': interval } = given;
  if (interval !== undefined && state === undefined) throw new UsageError('--state-interval needs --state');
  const flag = state === undefined ? '--dump-state' : '--state';
  const file = state ?? dumped;
  if (file === undefined) return undefined;
  checkWritable(flag, file);

  /** The state in the file. */
  let written: object | undefined;
  /** The last failure reported. Repeated attempts do not report it again. */
  let reported: string | undefined;
  const writeTo = (target: string): boolean => {
    const ledger = node.ledger();
    if (ledger === written && existsSync(target)) return true;
    try {
      replaceFile(target, node.dump());
      [written, reported] = [ledger, undefined];
      return true;
    } catch (error) {
      const problem = `coin-mock-node: the state cannot be written to ${target}: ${messageOf(error)}.\n`;
      if (problem !== reported) printProblem(problem);
      reported = problem;
      return false;
    }
  };
  const write = (): boolean => writeTo(file);
  const timer = state === undefined ? undefined : setInterval(write, 1000 * (interval ?? DEFAULT_INTERVAL_S)).unref();
  return {
    write,
    finish() {
      clearInterval(timer);
      if (write()) return true;
      const refuge = join(tmpdir(), `coin-mock-node-state-${process.pid}.json`);
      if (writeTo(refuge)) printProblem(`coin-mock-node: the state is in ${refuge} instead.\n`);
      return false;
    },
  };
}
