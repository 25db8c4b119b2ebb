import { expect, test } from 'vitest';
import { readAddress } from '../src/playground/address/address-state.ts';
import { type NodeLie } from '../src/playground/liar/lies.ts';
import { askLiar, type LieStory } from '../src/playground/liar/model.ts';
import { answersTable, liarChoice, liarFields, stepsOf } from '../src/playground/liar/view.ts';

const asked = async (query: string): Promise<LieStory> => {
  const choice = liarChoice(readAddress(liarFields, query));
  if ('problem' in choice) throw new Error(choice.problem);
  return askLiar(choice, () => undefined);
};

const results = (story: LieStory) => stepsOf(story).map(({ result, code }) => code ?? result);

test.each<[NodeLie, string, string, (string | undefined)[]]>([
  ['invented-chain', '5 coin', '5 coin and 77 coin', ['deceived', 'not-deceived', 'BLOCK_SIGNATURE_INVALID']],
  ['invented-headers', '5 coin', '5 coin and 77 coin', ['deceived', 'not-deceived', 'TRANSACTION_ROOT_MISMATCH']],
  ['amount', '5 coin', '77 coin', ['deceived', 'not-deceived', 'not-deceived']],
  ['withheld', '5 coin', 'none', ['deceived', 'not-deceived', undefined]],
  ['outcome', 'it failed', 'it succeeded', ['deceived', 'not-deceived', 'TRANSACTION_ROOT_MISMATCH']],
  ['balance', '1,000,005 coin', '77 coin', ['deceived', 'not-deceived', undefined]],
  ['price', '100 small units', '7 small units', ['deceived', 'not-deceived', undefined]],
])(
  'the lie “%s” deceives a client of one node, but not agreement or a proof',
  async (lie, truth, believed, expected) => {
    const story = await asked(`?lie=${lie}&amount=77`);
    expect(story).toMatchObject({ truth, believed, agreed: truth, answers: [believed, truth, truth] });
    expect(results(story)).toEqual([undefined, ...expected]);
  },
);

test('a proof of a changed amount shows the true one, and names a payment that is hidden as absent', async () => {
  expect((await asked('?lie=amount&amount=9')).proof).toEqual({ status: 'proven', text: 'a payment of 5 coin' });
  expect((await asked('?lie=withheld')).proof).toEqual({ status: 'absent' });
  expect((await asked('?lie=balance')).proof).toEqual({ status: 'not-provable' });
});

test('the proof of a forged chain says whose key should have signed it', async () => {
  expect((await asked('')).proof).toMatchObject({
    message: expect.stringMatching(/^Block 3: its signature is by no key, not by T\w{33}, the key of its witness\.$/),
  });
});

test('a node that tells the truth deceives nobody, on purpose or by chance', async () => {
  const honest = await asked('?lie=none');
  expect(honest).toMatchObject({ truth: '5 coin', believed: '5 coin', agreed: '5 coin' });
  expect(results(honest)).toEqual([undefined, ...Array(3).fill('not-deceived')]);
  expect(results(await asked('?lie=amount&amount=5'))).toEqual([undefined, ...Array(3).fill('not-deceived')]);
});

test('the table has the answer of each node', async () => {
  expect(answersTable(await asked('?lie=price')).rows).toEqual([
    ['The lying node', '7 small units', 'no'],
    ['Honest node 1', '100 small units', 'yes'],
    ['Honest node 2', '100 small units', 'yes'],
  ]);
});

test('rejects amounts in words, for lies that name one, and takes the largest', async () => {
  const problemOf = (query: string) => liarChoice(readAddress(liarFields, query));
  expect(problemOf('?amount=1,5')).toHaveProperty('problem', expect.stringMatching(/1,5/));
  expect(problemOf('?amount=-5')).toHaveProperty('problem');
  expect(problemOf('?amount=10000000.000001')).toHaveProperty(
    'problem',
    '10,000,000.000001 coin is more than this network has: at most 10,000,000.',
  );
  expect(problemOf('?amount=1,5&lie=withheld')).toEqual({ lie: 'withheld', amount: 0n });
  expect((await asked('?amount=10000000')).believed).toBe('5 coin and 10,000,000 coin');
});

test('an address restores the step', () => {
  expect(readAddress(liarFields, '?step=3')).toMatchObject({ lie: 'invented-chain', step: 3 });
  expect(readAddress(liarFields, '?step=5&lie=other')).toEqual(readAddress(liarFields, ''));
});
