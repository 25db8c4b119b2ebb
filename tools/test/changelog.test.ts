import { expect, test } from 'vitest';
import { getDependencyReleaseLine, getReleaseLine } from '../release/changelog.ts';

test('writes a summary of one paragraph as an item of a list, without a commit id', () => {
  const changeset = { summary: 'Parsing accepts blanks.\nFormatting does not.\n', commit: '0123456789abcdef' };
  expect(getReleaseLine(changeset)).toBe('- Parsing accepts blanks.\n  Formatting does not.');
});

test('writes a longer summary unchanged', () => {
  const summary = 'The first release.\n\n- Parsing.\n- Formatting.';
  expect(getReleaseLine({ summary })).toBe(`${summary}\n\n`);
});

test('writes the new versions of dependencies on one line, and nothing when there are none', () => {
  const updated = [
    { name: '@coin/units', newVersion: '0.2.0' },
    { name: '@coin/fee', newVersion: '0.1.3' },
  ];
  expect(getDependencyReleaseLine([], updated)).toBe('- Uses `@coin/units` 0.2.0, `@coin/fee` 0.1.3.');
  expect(getDependencyReleaseLine([], [])).toBe('');
});
