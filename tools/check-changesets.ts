// A change of a package's source comes with a changeset.
import { findBase } from './release/base.ts';
import { findMissingChangesets } from './release/check-changesets.ts';

const base = findBase('.');
const problems = await findMissingChangesets('.', base);
for (const problem of problems) console.error(problem);
console.log(`Sources compared with ${base.description}, ${problems.length} missing changesets`);
process.exitCode = problems.length > 0 ? 1 : 0;
