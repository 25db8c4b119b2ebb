import { assert, asyncProperty, array, boolean, integer, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TrialOverError, type WorkBudget } from '../../../src/chain/work-budget.ts';
import { createTurns, TRIAL_WORK } from '../../../src/http/server/turns.ts';

const WORK_LIMIT = 2 * TRIAL_WORK;

/** Turns whose next one a test lets come, and what ran in each: the request, and whether it ran in a trial. */
function steppedTurns() {
  let next: (() => void) | undefined;
  const ran: { readonly name: string; readonly isTrial: boolean }[] = [];
  const turns = createTurns({ requestWork: WORK_LIMIT, defer: (act) => (next = act) });
  const ask = (client: object, name: string, work: number): Promise<string> => {
    const run = ({ left, isTrial }: WorkBudget): string => {
      ran.push({ name, isTrial });
      if (isTrial && work > left) throw new TrialOverError('the trial is over');
      return name;
    };
    return Promise.resolve(turns.of(client)(run));
  };
  const step = async (): Promise<boolean> => {
    for (let tick = 0; tick < 20; tick++) await Promise.resolve();
    const act = next;
    next = undefined;
    act?.();
    for (let tick = 0; tick < 20; tick++) await Promise.resolve();
    return act !== undefined;
  };
  return { ran, ask, step };
}

const HEAVY = WORK_LIMIT;
const LIGHT = 1;

describe('turns', () => {
  test('let a light request wait for one long turn and the trials of the others', async () => {
    await assert(
      asyncProperty(
        array(record({ clients: integer({ min: 1, max: 40 }), isLate: boolean() }), { maxLength: 4 }),
        async (waves) => {
          const { ran, ask, step } = steppedTurns();
          let heavy = 0;
          for (const { clients, isLate } of waves) {
            for (let index = 0; index < clients; index++) void ask({}, `heavy ${heavy++}`, HEAVY);
            if (isLate) await step();
          }
          const begun = ran.length;
          const light = ask({}, 'light', LIGHT);
          while (!ran.some(({ name }) => name === 'light')) expect(await step()).toBe(true);
          expect(await light).toBe('light');
          const waited = ran.slice(begun, -1);
          expect(waited.filter(({ isTrial }) => !isTrial).length).toBeLessThanOrEqual(
            1 + Math.floor(waited.length / 64),
          );
          expect(waited.length).toBeLessThanOrEqual(heavy + 1 + Math.floor(heavy / 64));
        },
      ),
      { numRuns: 20 },
    );
  });

  test('answer every request, each of them at most in a trial and a long turn', async () => {
    await assert(
      asyncProperty(
        array(record({ client: integer({ min: 0, max: 3 }), isHeavy: boolean() }), { maxLength: 30 }),
        async (asked) => {
          const { ran, ask, step } = steppedTurns();
          const clients = [{}, {}, {}, {}];
          const order: number[][] = [[], [], [], []];
          const answers = asked.map(({ client, isHeavy }, index) =>
            ask(clients[client] ?? {}, String(index), isHeavy ? HEAVY : LIGHT).then(() => order[client]?.push(index)),
          );
          // Each request takes a trial, and at most a long turn with three looks.
          for (let turn = 0; turn < 4 * asked.length + 4; turn++) await step();
          await Promise.all(answers);
          expect(ran).toHaveLength(asked.length + asked.filter(({ isHeavy }) => isHeavy).length);
          // A connection's answers keep the order of its requests.
          for (const list of order) expect(list).toEqual(list.toSorted((one, other) => one - other));
        },
      ),
      { numRuns: 20 },
    );
  });

  test('go to the connection with the fewest so far', async () => {
    const { ran, ask, step } = steppedTurns();
    const [greedy, other] = [{}, {}];
    void ask(greedy, 'first', HEAVY);
    for (let index = 0; index < 5; index++) void ask({}, `heavy ${index}`, HEAVY);
    while (ran.filter(({ isTrial }) => !isTrial).length === 0) await step();
    void ask(greedy, 'second', HEAVY);
    void ask(other, 'other', HEAVY);
    while (await step());
    const long = ran.filter(({ isTrial }) => !isTrial).map(({ name }) => name);
    expect(long.indexOf('other')).toBeLessThan(long.indexOf('second'));
  });

  test('let a client that connects during a long turn send its request within two looks before the next', async () => {
    const { ran, ask, step } = steppedTurns();
    for (let index = 0; index < 3; index++) void ask({}, `heavy ${index}`, HEAVY);
    while (!ran.some(({ isTrial }) => !isTrial)) await step();
    // The look that accepts the connection, and the one that reads the request.
    for (let look = 0; look < 2; look++) await step();
    void ask({}, 'light', LIGHT);
    while (!ran.some(({ name }) => name === 'light')) expect(await step()).toBe(true);
    expect(ran.filter(({ isTrial }) => !isTrial)).toHaveLength(1);
  });

  test('pass on failures', async () => {
    const { step } = steppedTurns();
    await step();
    const turns = createTurns({ requestWork: WORK_LIMIT });
    const failure = new Error('no');
    await expect(
      turns.of({})(() => {
        throw failure;
      }),
    ).rejects.toBe(failure);
  });
});
