import { type Node, type Program, Visitor } from 'oxc-parser';
import { isNamed, keyOf, nameOf } from './node-names.ts';

/** A place that depends on real time unless fake timers replace the function `fakedBy`. If undefined, none can. */
export interface TimedPlace {
  readonly offset: number;
  readonly name: string;
  readonly fakedBy: string | undefined;
}

/** The timers and clocks that fake timers replace, each with its name in the option `toFake`. */
const FAKED = {
  setTimeout: 'setTimeout',
  setInterval: 'setInterval',
  requestAnimationFrame: 'requestAnimationFrame',
  requestIdleCallback: 'requestIdleCallback',
  'Date.now': 'Date',
  'performance.now': 'performance',
  'process.hrtime': 'hrtime',
};
/** Timers and clocks that stay real beside fake timers. */
const REAL = [
  'AbortSignal.timeout',
  'Atomics.wait',
  'Atomics.waitAsync',
  'Temporal.Now',
  'expect.poll',
  'performance.mark',
  'performance.measure',
  'process.cpuUsage',
  'process.resourceUsage',
  'process.uptime',
  'scheduler.wait',
  'vi.waitFor',
  'vi.waitUntil',
];
/** Exports of modules that stay real. `setImmediate` waits for no time. */
const REAL_EXPORT = /^(?:node:)?(?:(?:timers|timers\/promises|perf_hooks)\.(?!setImmediate|clear)|process\.hrtime)/;
/** Functions that load the module that their argument names. */
const LOADERS = ['require', 'getBuiltinModule', 'importActual'];

/** Finds the timers and clocks of a file, whether it calls them, passes them on or imports them. */
export function timedReferences(program: Program): TimedPlace[] {
  const places = new Map<number, TimedPlace>();
  /** Names that read nothing, such as keys and the targets of assignments. */
  const skipped = new Set<Node>();
  const add = ({ start: offset }: Node, name: string, fakedBy?: string): void =>
    void places.set(offset, { offset, name, fakedBy });
  const addReference = (node: Node, name: string): void => {
    if (skipped.has(node)) return;
    for (const [timed, fakedBy] of Object.entries(FAKED)) if (isNamed(name, timed)) add(node, timed, fakedBy);
    for (const timed of REAL) if (isNamed(name, timed)) add(node, timed);
  };
  const addImport = (node: Node, module: Node | undefined, name: string): void => {
    const path = module?.type === 'Literal' ? `${module.value}.${name}` : '';
    if (REAL_EXPORT.test(path)) add(node, path);
  };
  const skipKey = ({ key, computed }: { readonly key: Node; readonly computed: boolean }): void => {
    if (!computed) skipped.add(key);
  };
  new Visitor({
    ImportDeclaration({ source, specifiers, importKind }) {
      for (const specifier of specifiers) {
        skipped.add(specifier.local);
        const imported = specifier.type === 'ImportSpecifier' ? specifier.imported : undefined;
        if (imported !== undefined) skipped.add(imported);
        if (importKind !== 'type') addImport(specifier, source, imported === undefined ? '*' : keyOf(imported, false));
      }
    },
    ImportExpression: (node) => addImport(node, node.source, '*'),
    VariableDeclarator({ id, init }) {
      if (id.type !== 'ObjectPattern' || init === null) return;
      for (const property of id.properties)
        if (property.type === 'Property')
          addReference(property, `${nameOf(init)}.${keyOf(property.key, property.computed)}`);
    },
    Identifier: (node) => addReference(node, node.name),
    MemberExpression(node) {
      if (!node.computed) skipped.add(node.property);
      addReference(node, nameOf(node));
    },
    NewExpression(node) {
      if (node.arguments.length === 0 && isNamed(nameOf(node.callee), 'Date')) add(node, 'new Date()', 'Date');
    },
    CallExpression(node) {
      const name = nameOf(node.callee);
      if (isNamed(name, 'Date')) add(node, 'Date()', 'Date');
      if (LOADERS.some((loader) => isNamed(name, loader))) addImport(node, node.arguments[0], '*');
    },
    AssignmentExpression: ({ left }) => void skipped.add(left),
    TSTypeQuery: ({ exprName }) => void skipped.add(exprName),
    Property: skipKey,
    PropertyDefinition: skipKey,
    MethodDefinition: skipKey,
    TSPropertySignature: skipKey,
    TSMethodSignature: skipKey,
  }).visit(program);
  return [...places.values()];
}
