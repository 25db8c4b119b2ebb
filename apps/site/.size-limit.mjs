export default [
  {
    name: 'the scripts of the first view',
    path: [
      'dist/assets/app.*.js',
      'dist/assets/chunks/{framework,metadata,theme}.*.js',
      'dist/assets/index.md.*.lean.js',
    ],
    limit: '90 kB',
    gzip: true,
  },
  {
    name: 'what the first example loads: its compiler, and all packages',
    path: ['dist/assets/chunks/compile-example.*.js', 'dist/examples-*.js'],
    limit: '521 kB',
    gzip: true,
  },
  {
    name: 'the Solidity compiler, loaded by the first press of Compile',
    path: 'dist/assets/soljson.*.js',
    limit: '7 MB',
    gzip: true,
  },
];
