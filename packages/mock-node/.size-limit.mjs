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
    name: 'the guard of errors',
    path: 'dist/index.js',
    import: '{ isMockNodeError }',
    limit: '1 kB',
    gzip: true,
  },
  {
    name: 'a node',
    path: 'dist/index.js',
    import: '{ createMockNode }',
    limit: '186.5 kB',
    gzip: true,
    modifyEsbuildConfig: withoutLoadedLater,
  },
  {
    name: 'a fork',
    path: 'dist/fork/index.js',
    import: '{ forkMockNode }',
    limit: '204 kB',
    gzip: true,
    modifyEsbuildConfig: withoutLoadedLater,
  },
  {
    name: 'reports of energy',
    path: 'dist/energy-report/index.js',
    import: '*',
    limit: '13.7 kB',
    gzip: true,
  },
  {
    name: 'the ABI',
    path: 'dist/abi/index.js',
    import: '*',
    limit: '23.2 kB',
    gzip: true,
  },
];
