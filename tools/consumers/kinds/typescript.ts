// The stories as TypeScript, under each way to resolve packages. The versions of TypeScript have their own matrix.
import { type Consumer } from '../consumer.ts';
import { fileOf, installWith, type Tool } from '../install.ts';
import { storyFunction } from '../stories.ts';

interface Resolution {
  readonly name: string;
  readonly type: 'module' | 'commonjs';
  readonly options: Readonly<Record<string, string>>;
  readonly compiler?: Tool;
  readonly extension?: string;
}

const resolutions: readonly Resolution[] = [
  { name: 'nodenext, from an ES module', type: 'module', options: { module: 'nodenext' } },
  { name: 'nodenext, from CommonJS', type: 'commonjs', options: { module: 'nodenext' } },
  {
    name: 'nodenext, from .cts, TypeScript 5.8',
    type: 'module',
    options: { module: 'nodenext' },
    compiler: 'typescript 5.8',
    extension: 'cts',
  },
  { name: 'bundler', type: 'module', options: { module: 'esnext', moduleResolution: 'bundler' } },
  {
    name: 'node10, TypeScript 5.9',
    type: 'module',
    options: { module: 'esnext', moduleResolution: 'node10' },
    compiler: 'typescript 5.9',
  },
];

export const typescript: readonly Consumer[] = resolutions.map(
  ({ name, type, options, compiler = 'typescript', extension = 'ts' }) => ({
    name: `types: ${name}`,
    without: {},
    ...(name === 'bundler' && { fast: true as const }),
    setUp: installWith([compiler], { type }),
    async run(project, story) {
      const file = `${fileOf(story)}.${extension}`;
      project.write(file, `${storyFunction(story, 'import')}export const result: Promise<string> = story();\n`);
      const compilerOptions = {
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        ...options,
      };
      project.write(`tsconfig.${fileOf(story)}.json`, { compilerOptions, files: [file] });
      await project.run('tsc', ['-p', `tsconfig.${fileOf(story)}.json`]);
      return `RESULT ${story.result}`;
    },
  }),
);
