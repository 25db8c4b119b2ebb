import { parseSync, Visitor } from 'oxc-parser';

/** One place where a file names another module: an import, a re-export, `import('…')` as a type or as a call. */
export interface ImportStatement {
  /** The module as written; undefined where only a running program knows it. */
  readonly specifier: string | undefined;
  readonly line: number;
}

/** Lists every import of a file, those of types included. Throws an `Error` when the text is not TypeScript. */
export function readImports(file: string, text: string): ImportStatement[] {
  const { program, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file} can't be parsed: ${error.message}`);

  const found: ImportStatement[] = [];
  const add = (source: { type: string; value?: unknown; start: number } | null) => {
    if (source === null) return;
    const specifier = source.type === 'Literal' && typeof source.value === 'string' ? source.value : undefined;
    found.push({ specifier, line: text.slice(0, source.start).split('\n').length });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    TSExternalModuleReference: (node) => add(node.expression),
  }).visit(program);
  return found;
}
