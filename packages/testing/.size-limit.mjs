/** Leaves out what is loaded when it is first used. */
const withoutLoadedLater = (config) => ({
  ...config,
  plugins: [
    {
      name: 'loaded later',
      setup: (bundler) =>
        bundler.onResolve({ filter: /^/ }, ({ kind, path }) =>
          kind === 'dynamic-import' ? { path, external: true } : undefined,
        ),
    },
  ],
});

export default [
  {
    name: 'assertions',
    path: 'dist/index.js',
    import: '*',
    limit: '4.5 kB',
    gzip: true,
    modifyEsbuildConfig: withoutLoadedLater,
  },
  {
    name: 'the reporter for vitest',
    path: 'dist/vitest-reporter/index.js',
    import: '*',
    limit: '19.5 kB',
    gzip: true,
    modifyEsbuildConfig: (config) => ({ ...config, platform: 'node' }),
  },
  {
    name: 'views of a trace',
    path: 'dist/report/index.js',
    import: '*',
    limit: '33 kB',
    gzip: true,
  },
];
