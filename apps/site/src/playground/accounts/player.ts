import { createReplayer, type Replayer } from '../node/replayer.ts';
import { type Action, writeActions } from './actions.ts';
import { playAction, type PlayedAction } from './play-action.ts';
import { setStage, type Stage } from './stage.ts';

/** Plays the actions of accounts. */
export const createPlayer = (): Replayer<Stage, Action, PlayedAction> =>
  createReplayer({ prepare: setStage, keyOf: (action) => writeActions([action]), play: playAction });

/** The network stays between two choices, of which mostly the last action differs. */
export const player = createPlayer();
