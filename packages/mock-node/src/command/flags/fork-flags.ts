import { UsageError } from '../usage-error.ts';
import { type Flags } from './flags.ts';

const OF_THE_NETWORK = 'a fork takes its network and accounts from its start';
const OF_THE_STATE =
  'a fork does not have the complete state of its network; --fork-cache keeps the records it has read';

/** Flags that a fork does not support, with the reason. */
const unsupported = {
  preset: OF_THE_NETWORK,
  config: OF_THE_NETWORK,
  'print-config': OF_THE_NETWORK,
  compare: OF_THE_NETWORK,
  parameter: `${OF_THE_NETWORK}; change a parameter with /admin/setchainparameter`,
  accounts: `${OF_THE_NETWORK}; use one of them with /admin/impersonate`,
  mnemonic: `${OF_THE_NETWORK}; use one of them with /admin/impersonate`,
  'private-key': `${OF_THE_NETWORK}; use one of them with /admin/impersonate`,
  balance: `${OF_THE_NETWORK}; change a balance with /admin/setbalance`,
  'witness-key': `${OF_THE_NETWORK}, and stand-in keys sign its blocks`,
  state: OF_THE_STATE,
  'state-interval': OF_THE_STATE,
  'load-state': OF_THE_STATE,
  'dump-state': OF_THE_STATE,
  'start-time': "a fork's clock starts at its network's newest block; only --wall-clock can advance it at the start",
} as const satisfies Partial<Record<keyof Flags, string>>;

/** Flags that control how a fork is read. */
const beside = ['fork-jsonrpc', 'fork-header', 'fork-rate', 'fork-cache'] as const satisfies readonly (keyof Flags)[];

/** @throws UsageError for flags that a fork does not support, and for fork flags without a fork. */
export function checkForkFlags(given: Flags): void {
  if (given.fork === undefined) {
    const alone = beside.find((flag) => given[flag] !== undefined);
    if (alone !== undefined) throw new UsageError(`--${alone} needs --fork`);
    return;
  }
  for (const [flag, reason] of Object.entries(unsupported))
    if (given[flag as keyof typeof unsupported] !== undefined)
      throw new UsageError(`--fork cannot be combined with --${flag}: ${reason}`);
}
