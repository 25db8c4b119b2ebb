import { type Project } from './project.ts';
import { type Story } from './stories.ts';

/** The versions of the tools that consumers bring. An older line of a tool has its number after the name. */
const VERSIONS = {
  '@babel/core': '7.28.5',
  '@babel/preset-env': '7.28.5',
  '@react-native/babel-preset': '0.88.1',
  '@react-native/metro-config': '0.88.1',
  '@rollup/plugin-node-resolve': '16.0.3',
  '@types/node': '24.10.1',
  '@yarnpkg/cli-dist': '4.18.1',
  'babel-jest': '30.5.2',
  bun: '1.4.5',
  deno: '2.9.6',
  esbuild: '0.28.2',
  'hermes-engine-cli': '0.12.0',
  jest: '30.5.2',
  metro: '0.87.1',
  miniflare: '4.20260730.0',
  next: '16.4.6',
  parcel: '2.16.4',
  react: '19.3.1',
  'react-dom': '19.3.1',
  rollup: '4.68.7',
  turbo: '2.11.11',
  typescript: '7.0.2',
  'typescript 5.8': '5.8.3',
  'typescript 5.9': '5.9.3',
  vite: '8.3.8',
  vitest: '5.1.1',
  'vitest 4': '4.1.12',
  webpack: '5.112.2',
  'webpack-cli': '7.3.1',
} as const;

export type Tool = keyof typeof VERSIONS;

export const npmrc = ({ registry }: Project): string => `@coin:registry=${registry}\n`;

/** All packages at the versions that were packed. */
export const packed = ({ packages }: Project): Record<string, string> =>
  Object.fromEntries(packages.map(({ manifest }) => [manifest.name, manifest.version]));

export const tools = (names: readonly Tool[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name.replace(/ .*/, ''), VERSIONS[name]]));

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Writes package.json and installs it with npm. */
export async function npmInstall(project: Project, manifest: Manifest = {}, cwd = '.'): Promise<void> {
  project.write(`${cwd}/.npmrc`, npmrc(project));
  project.write(`${cwd}/package.json`, { private: true, type: 'module', dependencies: packed(project), ...manifest });
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  await project.run('npm', ['install', ...quiet], { cwd });
}

/** npm, the packages and some tools. */
export const installWith =
  (names: readonly Tool[], manifest: Omit<Manifest, 'dependencies'> = {}) =>
  (project: Project): Promise<void> =>
    npmInstall(project, { ...manifest, dependencies: { ...packed(project), ...tools(names) } });

/** The file name of a story, without its extension. */
export const fileOf = ({ package: name }: Story): string => name.replace('@coin/', '');
