import { getNextMaintenanceTime, getNowBlock } from '@coin/rpc';
import { type ReportProgress } from '../worker/progress.ts';
import { type Action } from './actions.ts';
import { type PlayedAction } from './play-action.ts';
import { player } from './player.ts';
import { readAccounts, readBlocks, type AccountState, type BlockSummary } from './read-state.ts';
import { recoveryOf, type RecoveryPoint } from './recovery.ts';

/** What happened, and whose recovery is shown: account 1 to 4. */
export interface AccountsChoice {
  readonly actions: readonly Action[];
  readonly shown: number;
}

/** The network after all actions. */
export interface PlayedAccounts {
  /** Milliseconds since 1970, of the newest block. */
  readonly time: number;
  readonly nextMaintenance: number;
  readonly accounts: readonly AccountState[];
  /** The newest first. */
  readonly blocks: readonly BlockSummary[];
  readonly played: readonly PlayedAction[];
  /** How the resources of the shown account recover in the next 24 hours if it does nothing. */
  readonly recovery: readonly RecoveryPoint[];
}

/** Plays actions on a separate network, one choice at a time: the same actions give the same blocks. */
export async function playAccounts(
  { actions, shown }: AccountsChoice,
  report: ReportProgress,
): Promise<PlayedAccounts> {
  report({ share: 0.05, step: 'Preparing the network' });
  const { stage, played } = await player.play(actions, (done) => {
    report({ share: 0.1 + (0.5 * done) / actions.length, step: `Playing action ${done + 1} of ${actions.length}` });
  });
  const { time } = await getNowBlock(stage.client);
  return {
    time,
    nextMaintenance: await getNextMaintenanceTime(stage.client),
    accounts: await readAccounts(stage),
    blocks: await readBlocks(stage),
    played,
    recovery: await recoveryOf(stage, shown, (share) => {
      report({ share: 0.6 + 0.4 * share, step: 'Following the next 24 hours' });
    }),
  };
}
