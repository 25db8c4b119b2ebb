import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { appendAction, readActions, writeActions, type Action } from '../src/playground/accounts/actions.ts';
import { actions } from './support/actions.ts';

test('the text of actions is read as the same actions', () => {
  fc.assert(
    fc.property(actions, (list) => {
      expect(readActions(writeActions(list))).toEqual(list);
    }),
  );
});

test('an address holds the text of actions unchanged', () => {
  fc.assert(
    fc.property(actions, (list) => {
      const text = writeActions(list);
      expect(String(new URLSearchParams({ actions: text }))).toBe(`actions=${text}`);
    }),
  );
});

test.each([
  'jump.1',
  'send.1.2',
  'send.1.2.5.6',
  'send.0.2.5',
  'send.1.5.5',
  'send.1.2.-5',
  'send.1.2.1234567890123456789',
  'stake.1.gold.5',
  'blocks.0',
  'blocks.28801',
  'cycle.',
  'toString',
  '_',
  Array.from({ length: 61 }, () => 'cycle').join('_'),
])('rejects the text “%s”', (text) => {
  expect(readActions(text)).toBeUndefined();
});

test('blocks that follow blocks become one action, and other actions stay apart', () => {
  const blocks: Action = { do: 'blocks', count: 1 };
  const cycle: Action = { do: 'cycle' };
  const list = [blocks, blocks, cycle, cycle, blocks].reduce<readonly Action[]>(appendAction, []);
  expect(writeActions(list)).toBe('blocks.2_cycle_cycle_blocks.1');
});
