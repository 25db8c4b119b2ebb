/** An import of one of Node's own modules, as esbuild prints it. */
const IMPORT = /^import (\w+|\{[^}]*\}) from "(node:[\w/]+)";$/gm;

/**
 * Reads Node's own modules with `process.getBuiltinModule`. An import statement evaluates every export of the module:
 * that of `node:process` opens the three standard streams.
 */
export const readBuiltinModules = (code: string): string =>
  code.replaceAll(
    IMPORT,
    (_, names: string, module: string) =>
      `const ${names.replaceAll(' as ', ': ')} = globalThis.process.getBuiltinModule("${module}");`,
  );
