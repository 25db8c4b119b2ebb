import { isMockNodeError } from '../../errors.ts';
import { type MockNode } from '../../node/create-mock-node.ts';
import { type Flags } from '../flags/flags.ts';
import { readStartTime } from '../flags/read-options.ts';
import { UsageError } from '../usage-error.ts';
import { type InitialState } from './state-file.ts';

const networkFlags = [
  'preset',
  'config',
  'parameter',
  'accounts',
  'mnemonic',
  'private-key',
  'balance',
  'witness-key',
] as const;

/**
 * Loads a state into a node, and sets the clock as the flags ask.
 *
 * @throws UsageError if other flags contradict the state's network, or ask for an earlier time.
 */
export function loadState(
  node: Pick<MockNode, 'load' | 'now' | 'advanceTime'>,
  initial: InitialState,
  given: Flags,
): void {
  loadDump(node, initial, given);
  const { startTime } = readStartTime(given);
  if (typeof startTime !== 'number') return;
  const now = node.now();
  // A node that continues its own state got the time at which the state began.
  if (startTime < now && given['start-time'] !== undefined && initial.flag === '--load-state') {
    const [asked, reached] = [new Date(startTime).toISOString(), new Date(now).toISOString()];
    throw new UsageError(`--start-time is ${asked}, but the clock of --load-state ${initial.file} is at ${reached}`);
  }
  node.advanceTime(Math.max(0, startTime - now));
}

function loadDump(node: Pick<MockNode, 'load'>, { flag: source, file, dump }: InitialState, given: Flags): void {
  try {
    node.load(dump);
  } catch (error) {
    if (!isMockNodeError(error, 'DUMP_INVALID')) throw error;
    const { path, reason } = error.context;
    const others = networkFlags.filter((flag) => given[flag] !== undefined);
    if (others.length === 0 || !/^(network\.|genesis$)/.test(path))
      throw new UsageError(`${source} ${file} cannot be loaded: ${path} ${reason}`);
    const names = others.map((flag) => `--${flag}`).join(' and ');
    throw new UsageError(`${source} contradicts ${names}: ${path} ${reason}`);
  }
}
