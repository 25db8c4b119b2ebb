import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { findExamples } from './find-examples.ts';
import { layOut, writeExample } from './lay-out-examples.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** A package, and further Markdown files relative to its folder. */
export interface ExampleSet {
  readonly folder: string;
  readonly files?: readonly string[];
}

const compile = (folder: string): Promise<string> =>
  new Promise((settle) => {
    const args = ['-p', '.', '--pretty', 'false'];
    execFile(join(ROOT, 'node_modules/.bin/tsc'), args, { cwd: folder, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      settle(error === null ? '' : `${stdout}${stderr}`),
    );
  });

/** Compiles the examples of all sets as one program, and returns the errors in them. */
export async function compileExamples(sets: readonly ExampleSet[]): Promise<{ count: number; errors: string }> {
  const works: string[] = [];
  let count = 0;
  try {
    for (const { folder, files = [] } of sets) {
      const work = layOut(folder);
      works.push(work);
      const examples = findExamples(folder, files);
      count += examples.length;
      for (const example of examples) writeExample(work, example, 'export {};', example.code);
    }
    const [first = ''] = works;
    const compilerOptions = {
      noEmit: true,
      rewriteRelativeImportExtensions: false,
      lib: ['es2024', 'esnext', 'dom', 'dom.iterable'],
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
    };
    const include = works.map((work) => `../${basename(work)}/*.ts`);
    const config = { extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, include };
    writeFileSync(join(first, 'tsconfig.json'), JSON.stringify(config));
    // Errors in imported sources are reported by the check of those sources.
    const isOfExample = (line: string): boolean =>
      line.trim() !== '' && !/^(?:\.\.\/){2,}.*\(\d+,\d+\): error|^\//.test(line);
    const errors = (await compile(first)).split('\n').filter(isOfExample);
    return { count, errors: errors.join('\n') };
  } finally {
    for (const work of works) rmSync(work, { recursive: true, force: true });
  }
}
