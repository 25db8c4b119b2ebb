import { type LocalNetwork } from './local-network.ts';

interface PlayedBefore<Played> {
  readonly key: string;
  readonly played: Played;
  /** Of the node after the action. */
  readonly snapshot: string;
}

/** Plays lists of actions on one node, from its beginning each time. */
export interface Replayer<Stage, Action, Played> {
  readonly play: (
    actions: readonly Action[],
    report: (done: number) => void,
  ) => Promise<{ readonly stage: Stage; readonly played: readonly Played[] }>;
}

/** What a replayer plays, and where. */
export interface Performance<Stage, Action, Played> {
  readonly prepare: () => Promise<Stage>;
  /** A text that only equal actions share. */
  readonly keyOf: (action: Action) => string;
  /** Called with what the actions before it gave. */
  readonly play: (stage: Stage, action: Action, before: readonly Played[]) => Promise<Played>;
}

/** What a list of actions has in common with the one before it is not played again. */
export function createReplayer<Stage extends Pick<LocalNetwork, 'node'>, Action, Played>({
  prepare,
  keyOf,
  play,
}: Performance<Stage, Action, Played>): Replayer<Stage, Action, Played> {
  let prepared: Promise<{ stage: Stage; beginning: string }> | undefined;
  const before: PlayedBefore<Played>[] = [];

  async function begin() {
    const stage = await prepare();
    return { stage, beginning: stage.node.snapshot() };
  }

  return {
    async play(actions, report) {
      prepared ??= begin();
      const { stage, beginning } = await prepared;
      const keys = actions.map(keyOf);
      const differs = before.findIndex(({ key }, index) => key !== keys[index]);
      if (differs >= 0) before.length = differs;
      stage.node.revert(before.at(-1)?.snapshot ?? beginning);
      for (const [index, action] of actions.entries()) {
        if (index < before.length) continue;
        report(index);
        const played = await play(
          stage,
          action,
          before.map((one) => one.played),
        );
        before.push({ key: keys[index] ?? '', played, snapshot: stage.node.snapshot() });
      }
      return { stage, played: before.map(({ played }) => played) };
    },
  };
}
