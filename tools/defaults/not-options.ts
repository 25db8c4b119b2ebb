/** Values in code whose name is also the name of a public option, but which are not options: `file option`. */
export const NOT_OPTIONS: ReadonlySet<string> = new Set([
  'packages/mock-node/src/control/arguments/control-arguments.ts max',
  'packages/mock-node/src/http/endpoints/deploying-endpoints.ts code',
  'packages/mock-node/src/http/server/fetch.ts method',
  'packages/mock-node/src/http/server/http-server.ts method',
  'packages/mock-node/src/network/network-description.ts max',
  'packages/mock-node/src/network/network-description.ts min',
]);
