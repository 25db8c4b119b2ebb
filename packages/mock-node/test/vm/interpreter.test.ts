import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STEP } from '../../src/vm/code/code-analysis.ts';
import { instructionName } from '../../src/vm/index.ts';

// Literals make the switch a jump table, so its numbers are written a second time.
test('the cases of the interpreter have the numbers of the instructions in their comments', () => {
  const source = readFileSync(new URL('../../src/vm/interpreter.ts', import.meta.url), 'utf8');
  const cases = [...source.matchAll(/case (0x[0-9a-f]{2}|\d+): (?:\{\n\s+)?\/\/ (\w+)/g)];
  expect(cases).toHaveLength(source.match(/\bcase /g)?.length ?? 0);
  const nameOf = (number: number): string | undefined =>
    number < 256 ? instructionName(number) : Object.entries(STEP).find(([, code]) => code === number)?.[0];
  for (const [, number, name] of cases) expect(nameOf(Number(number))).toBe(name);
});
