// Checks that docs/specification-tests.md names a test for each statement of the specification.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSpecification, readTitles, readTrace } from './specification/check-specification.ts';
import { readStatements } from './specification/read-statements.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const statements = readStatements(read('docs/specification.md'));
const trace = readTrace(read('docs/specification-tests.md'));
const problems = checkSpecification({
  statements,
  trace,
  titlesOf(link) {
    const file = join('docs', link);
    return existsSync(file) ? readTitles(file, read(file)) : undefined;
  },
});
for (const problem of problems) console.error(problem);
console.log(
  `${statements.length} statements of the specification and ${trace.length} rows checked, ${problems.length} problems`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
