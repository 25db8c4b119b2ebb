// Which folder of a package may import which, types included, and no circle of files. `pnpm lint` runs it.
//
// A place is a folder of `src` or a file without `.ts`; `.` is every other file directly in `src`. A place includes its
// subfolders, except those that are named themselves. A place may import the lines below its own; on one line, places
// after a comma are apart, and places joined by `+` may import each other.
const LAYERS = {
  errors: ['index', '.'],
  units: ['index', '.', 'errors', 'format-decimal'],
  fee: [
    'batch',
    'planner',
    'planner/estimate',
    'planner/cache',
    'resources',
    'index',
    '.',
    'argument-checks',
    'errors',
  ],
  rpc: [
    'index, abi/index',
    'abi-calls, energy-source, proof, message, inspect, payment-link',
    'workflows, fee-prices, signer, client',
    'endpoints',
    'answers, transaction',
    'transaction/contracts',
    'contract, transaction/wire',
    'transport, abi',
    'address',
    'encoding',
    'errors',
  ],
  payments: [
    'index',
    'outbox',
    'outbox/work',
    'outbox/chain',
    'outbox/entry',
    'outbox/intent',
    'funds, sqlite, postgres, conformance',
    'deposits',
    'store',
    '.',
    'errors',
  ],
  'mock-node': [
    'cli, index',
    'command',
    'energy-report, fork',
    'fork/reading',
    'fork/upstream',
    'node',
    'http/server',
    'http/endpoints',
    'http/instruments',
    'http/falsification',
    'ethereum',
    'tre, jsonrpc',
    'jsonrpc/methods',
    'jsonrpc/logs',
    'jsonrpc/results',
    'jsonrpc/values',
    'jsonrpc/envelope',
    'message',
    'json',
    'control',
    'control/tracing',
    'control/arguments',
    'abi, chain',
    'ledger/execution',
    'ledger/transactions, ledger/queries',
    'ledger/contracts + ledger/governance + ledger/voting + ledger/staking + ledger/trading + ledger/accounts',
    'ledger',
    'network, crypto, vm',
    'vm/instructions',
    'vm/precompiles',
    'vm/machine',
    'vm/code',
    'vm/world',
    'vm/words',
    'state/codecs',
    'state/accessors',
    'state',
    'state/records',
    'protocol/messages',
    'protocol',
    'protocol/java',
    'known-keys',
    'errors',
  ],
  testing: [
    'index, vitest, vitest-reporter, report',
    'assertions, energy-channel',
    'read-arguments, format-count',
    'errors',
  ],
  cli: [
    'cli',
    'run-command',
    'program',
    'commands',
    'look, plan, follow, payments, develop',
    'open',
    'audit',
    'values, output, session',
    'exit-codes',
    'usage-error',
  ],
};

/** Places that import nothing of their package but these. */
const ONLY = {
  'fee/index': ['.', 'errors'],
  'payments/sqlite': ['deposits', 'store', '.', 'errors'],
  'payments/postgres': ['deposits', 'store', '.', 'errors'],
  'payments/conformance': ['store', '.', 'errors'],
  'mock-node/abi': ['protocol', 'known-keys', 'errors'],
  'mock-node/message': ['json', 'protocol', 'known-keys', 'errors'],
  'mock-node/json': ['protocol', 'known-keys', 'errors'],
  'mock-node/vm': ['protocol', 'known-keys', 'errors'],
};

const namesIn = (line) => line.split(/ ?[,+] /);

/** The pattern of the paths of a place, without the places that are named below it. */
function pathsOf(name, place) {
  const source = `^packages/${name}/src/`;
  const others = LAYERS[name].flatMap(namesIn).filter((other) => other !== place);
  if (place === '.') return `${source}(?!(?:${others.join('|')})\\.ts)[^/]+$`;
  const below = others.filter((other) => other.startsWith(`${place}/`)).map((other) => `${other}(?:/|\\.ts$)`);
  return `${source}${below.length > 0 ? `(?!${below.join('|')})` : ''}${place}(?:/|\\.ts$)`;
}

const folderRules = Object.entries(LAYERS).flatMap(([name, lines]) => [
  ...['from', 'to'].map((end) => ({
    name: `${name}: name the folder in .dependency-cruiser.mjs`,
    severity: 'error',
    from: {},
    to: {},
    [end]: { path: `^packages/${name}/src/`, pathNot: lines.flatMap(namesIn).map((place) => pathsOf(name, place)) },
  })),
  ...lines
    .flatMap((line, at) =>
      namesIn(line).map((place) => {
        const beside = line.includes('+') ? [] : namesIn(line).filter((other) => other !== place);
        const above = [...lines.slice(0, at).flatMap(namesIn), ...beside];
        return {
          name: `${name}: ${place} imports the lines below it only`,
          severity: 'error',
          from: { path: pathsOf(name, place) },
          to: { path: above.map((other) => pathsOf(name, other)) },
        };
      }),
    )
    .filter(({ to }) => to.path.length > 0),
]);

const narrowRules = Object.entries(ONLY).map(([key, allowed]) => {
  const [name, place] = key.split(/\/(.*)/);
  return {
    name: `${key} imports ${allowed.join(', ')} only`,
    severity: 'error',
    from: { path: `^packages/${name}/src/${place}(?:/|\\.ts$)` },
    to: {
      path: `^packages/${name}/src/`,
      pathNot: [place, ...allowed].map((other) =>
        other === '.' ? pathsOf(name, other) : `^packages/${name}/src/${other}(?:/|\\.ts$)`,
      ),
    },
  };
});

export default {
  forbidden: [
    { name: 'files import each other in a circle', severity: 'error', from: {}, to: { circular: true } },
    ...folderRules,
    ...narrowRules,
  ],
  options: {
    tsPreCompilationDeps: true,
    exclude: { path: 'node_modules|^node:' },
  },
};
