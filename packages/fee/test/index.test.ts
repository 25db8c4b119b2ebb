import { expect, test } from 'vitest';
import * as surface from '@coin/fee';

test('loads', () => {
  expect(Object.keys(surface).length).toBeGreaterThan(0);
});
