import { closestName, describeValue, reasonOf } from '@coin/errors';
import { expect, test } from 'vitest';

test.each([
  ['maximum', 'max'],
  ['Rounding', 'rounding'],
  ['locales', 'locale'],
  ['colour', undefined],
  ['', undefined],
  ['locale'.repeat(100_000), 'locale'],
])('closestName suggests for %.20s: %s', (name, expected) => {
  expect(closestName(name, ['min', 'max', 'rounding', 'locale'])).toBe(expected);
});

test.each([
  ['text', 'text'],
  [5n, '5'],
  [null, 'null'],
  [undefined, 'undefined'],
  [[1], 'an array'],
  [{ privateKey: 'secret' }, 'an object'],
  [() => 'secret', 'a function'],
])('describeValue shows %o as %s', (value, expected) => {
  expect(describeValue(value)).toBe(expected);
});

test.each([
  [{ shortMessage: 'short', message: 'short\nDocs: link' }, 'short'],
  [new Error('broken'), 'broken'],
  ['thrown text', 'thrown text'],
  [undefined, 'undefined'],
  [{}, 'object'],
])('reasonOf reads %o as %s', (thrown, expected) => {
  expect(reasonOf(thrown)).toBe(expected);
});
