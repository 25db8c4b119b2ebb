import { type Action, writeActions } from './actions.ts';
import { playAction, type PlayedAction } from './play-action.ts';
import { setStage, type Stage } from './stage.ts';

interface PlayedBefore {
  readonly text: string;
  readonly played: PlayedAction;
  /** Of the node after the action. */
  readonly snapshot: string;
}

/** Plays lists of actions on one node, from its beginning each time. */
export interface Player {
  readonly play: (
    actions: readonly Action[],
    report: (done: number) => void,
  ) => Promise<{ readonly stage: Stage; readonly played: readonly PlayedAction[] }>;
}

/** What a list of actions has in common with the one before it is not played again. */
export function createPlayer(): Player {
  let prepared: Promise<{ stage: Stage; beginning: string }> | undefined;
  const before: PlayedBefore[] = [];

  async function prepare() {
    const stage = await setStage();
    return { stage, beginning: stage.node.snapshot() };
  }

  return {
    async play(actions, report) {
      prepared ??= prepare();
      const { stage, beginning } = await prepared;
      const texts = actions.map((action) => writeActions([action]));
      const differs = before.findIndex(({ text }, index) => text !== texts[index]);
      if (differs >= 0) before.length = differs;
      stage.node.revert(before.at(-1)?.snapshot ?? beginning);
      for (const [index, action] of actions.entries()) {
        if (index < before.length) continue;
        report(index);
        const played = await playAction(stage, action);
        before.push({ text: texts[index] ?? '', played, snapshot: stage.node.snapshot() });
      }
      return { stage, played: before.map(({ played }) => played) };
    },
  };
}

/** The network stays between two choices, of which mostly the last action differs. */
export const player = createPlayer();
