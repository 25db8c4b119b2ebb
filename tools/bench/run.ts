// node run.ts [--write FILE] [FOLDER…]: runs bench/*.bench.ts of each package folder (default: the current one), each
// in a separate process, and prints their results as one table. Exits with 1 if a bound does not hold or a bench
// fails; otherwise --write puts the results into a Markdown file.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readManifest } from './built-package.ts';
import { holds, type Result } from './result.ts';
import { formatTable, writeResults } from './table.ts';

const { values, positionals } = parseArgs({ options: { write: { type: 'string' } }, allowPositionals: true });
const load = loadavg()[0]?.toFixed(1);
const groups = new Map<string, Result[]>();
for (const folder of positionals.length > 0 ? positionals : ['.']) {
  const results: Result[] = [];
  const files = globSync('bench/*.bench.ts', { cwd: folder }).toSorted();
  for (const file of files) {
    console.log(join(folder, file));
    const known = results.length;
    const child = fork(join(process.cwd(), folder, file), { cwd: folder });
    child.on('message', (result) => results.push(result as Result));
    const [code] = await once(child, 'close');
    const reported = results.slice(known);
    if (code === 0 && reported.length > 0) continue;
    process.exitCode = 1;
    if (reported.every(holds))
      console.error(`${join(folder, file)} ended with exit code ${code}, ${reported.length} results.`);
  }
  if (results.length > 0) groups.set(readManifest(folder).name, results);
}

const LEGEND =
  'Costs are CPU time: medians of alternating rounds. The ratio is of speeds where its bound is ≥, and of costs where it is ≤.';
const cores = availableParallelism() === 1 ? 'one core' : `${availableParallelism()} cores`;
const note = `Node ${process.version}, ${cores} (${cpus()[0]?.model}), load ${load}.`;
console.log(`\n${formatTable(groups)}\n${LEGEND}\n${note}`);
if (groups.size === 0) throw new Error('There is no bench/*.bench.ts in these folders.');
if (values.write !== undefined && process.exitCode !== 1) writeResults(values.write, `${LEGEND} ${note}`, groups);
