// `import` and `require` in every line of Node that is supported, in the first version of the oldest, and in the line
// before it, which the packages do not promise but still run in.
import { type Consumer } from '../consumer.ts';
import { fileOf, npmInstall, packed } from '../install.ts';
import { type Project } from '../project.ts';
import { program, type Story } from '../stories.ts';

const VERSIONS = ['20.19.6', '22.12.0', '24.10.0', '26.9.0'];

const runBoth = async (project: Project, story: Story, node: string): Promise<string> => {
  const name = fileOf(story);
  project.write(`${name}.mjs`, program(story, 'import'));
  project.write(`${name}.cjs`, program(story, 'require'));
  const imported = await project.run(node, ['--no-warnings', `${name}.mjs`]);
  const required = await project.run(node, ['--no-warnings', `${name}.cjs`]);
  return imported === required ? imported : `import: ${imported}\nrequire: ${required}`;
};

export const nodeVersions: readonly Consumer[] = [
  ...VERSIONS.map((version): Consumer => ({
    name: `Node ${version}, import and require`,
    setUp: (project) => npmInstall(project, { dependencies: { ...packed(project), node: version } }),
    run: (project, story) => runBoth(project, story, 'node_modules/node/bin/node'),
  })),
  {
    name: 'the Node of this run, import and require',
    fast: true,
    setUp: (project) => npmInstall(project),
    run: (project, story) => runBoth(project, story, 'node'),
  },
];
