import { type Flags } from './flags.ts';
import { UsageError } from './usage-error.ts';

const OF_THE_NETWORK = "a fork's network and accounts are those of the network that it begins from";
const OF_THE_STATE = 'a fork does not have the whole state of its network; --fork-cache keeps what it has read';

/** What a fork has no use for, and why. */
const refused = {
  preset: OF_THE_NETWORK,
  config: OF_THE_NETWORK,
  'print-config': OF_THE_NETWORK,
  parameter: `${OF_THE_NETWORK}; change a parameter by /admin/setchainparameter`,
  accounts: `${OF_THE_NETWORK}; use one of them by /admin/impersonate`,
  mnemonic: `${OF_THE_NETWORK}; use one of them by /admin/impersonate`,
  'private-key': `${OF_THE_NETWORK}; use one of them by /admin/impersonate`,
  balance: `${OF_THE_NETWORK}; change a balance by /admin/setbalance`,
  'witness-key': `${OF_THE_NETWORK}, and stand-ins sign its blocks`,
  state: OF_THE_STATE,
  'state-interval': OF_THE_STATE,
  'load-state': OF_THE_STATE,
  'dump-state': OF_THE_STATE,
  'start-time': "a fork's clock begins at its network's newest block; only --wall-clock can advance it at the start",
} as const satisfies Partial<Record<keyof Flags, string>>;

/** What says how a fork is read. */
const beside = ['fork-jsonrpc', 'fork-header', 'fork-rate', 'fork-cache'] as const satisfies readonly (keyof Flags)[];

/** @throws UsageError for flags that a fork has no use for, and for flags of a fork without one. */
export function checkForkFlags(given: Flags): void {
  if (given.fork === undefined) {
    const alone = beside.find((flag) => given[flag] !== undefined);
    if (alone !== undefined) throw new UsageError(`--${alone} needs --fork`);
    return;
  }
  for (const [flag, reason] of Object.entries(refused))
    if (given[flag as keyof typeof refused] !== undefined)
      throw new UsageError(`--fork cannot be combined with --${flag}: ${reason}`);
}
