import { fileURLToPath } from 'node:url';

/** How a consumer compiles. */
export interface Configuration {
  readonly compiler: (typeof compilers)[number];
  readonly resolution: (typeof resolutions)[number];
  /** Whose types of the platform are there. */
  readonly platform: (typeof platforms)[number];
  readonly target: (typeof targets)[number];
}

const compilers = ['typescript', 'typescript-6', 'typescript-5.9'] as const;
const resolutions = ['nodenext', 'bundler'] as const;
const platforms = ['none', 'dom', 'node', 'both'] as const;
const targets = ['es2022', 'es2023', 'esnext'] as const;

/** Each compiler with each resolution, platform and target. */
export const allConfigurations: readonly Configuration[] = compilers.flatMap((compiler) =>
  resolutions.flatMap((resolution) =>
    platforms.flatMap((platform) => targets.map((target) => ({ compiler, resolution, platform, target }))),
  ),
);

/** Four configurations in which each value of each setting occurs. */
export const someConfigurations: readonly Configuration[] = platforms.map((platform, index) => ({
  compiler: compilers[index % compilers.length] ?? 'typescript',
  resolution: resolutions[index % resolutions.length] ?? 'nodenext',
  platform,
  target: targets[index % targets.length] ?? 'esnext',
}));

/** The strictest options that consumers have in common. */
export const compilerOptions = ({ resolution, platform, target }: Configuration): object => ({
  target,
  module: resolution === 'nodenext' ? 'nodenext' : 'esnext',
  moduleResolution: resolution,
  lib: platform === 'dom' || platform === 'both' ? [target, 'dom', 'dom.iterable'] : [target],
  typeRoots: [fileURLToPath(new URL('node_modules/@types', import.meta.url))],
  types: platform === 'node' || platform === 'both' ? ['node'] : [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  // ky's declarations, which those of rpc refer to, need the types of DOM or Node.
  skipLibCheck: platform === 'none',
  noEmit: true,
});

/** Whether `AsyncDisposable` is declared: by the newest library, or by Node's types. */
export const declaresDisposal = ({ platform, target }: Configuration): boolean =>
  target === 'esnext' || platform === 'node' || platform === 'both';
