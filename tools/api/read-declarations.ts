// Reads the declarations of one entry in an API report.
import { parseSync, Visitor, type Span } from 'oxc-parser';

interface ExportedDeclaration {
  /** `reexport`: declared in another package, whose report has it. */
  readonly kind: 'type' | 'value' | 'reexport';
  readonly isGeneric: boolean;
  readonly text: string;
}

export interface Declarations {
  readonly exports: ReadonlyMap<string, ExportedDeclaration>;
  /** The members of each interface and class, exported or not, by name. */
  readonly members: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The code with methods of interfaces as properties, whose parameters the compiler compares strictly. */
  readonly strictCode: string;
}

type Program = ReturnType<typeof parseSync>['program'];

/** @param code - the declarations; each interface begins a line, as in reports */
export function readDeclarations(code: string): Declarations {
  const { program, errors } = parseSync('report.d.ts', code, { sourceType: 'module' });
  const [error] = errors;
  if (error !== undefined) throw new Error(`An API report does not parse: ${error.message}`);
  const textOf = ({ start, end }: Span) => code.slice(start, end);
  const membersOf = (body: readonly Span[]) =>
    new Map(body.flatMap((member) => ('key' in member ? [[textOf(member.key as Span), textOf(member)] as const] : [])));
  const exports = new Map<string, ExportedDeclaration>();
  const members = new Map<string, ReadonlyMap<string, string>>();
  for (const statement of program.body) {
    const isExport = statement.type === 'ExportNamedDeclaration';
    if (isExport) {
      for (const { exported } of statement.specifiers)
        exports.set(textOf(exported), { kind: 'reexport', isGeneric: false, text: '' });
    }
    const declaration = isExport ? statement.declaration : statement;
    const add = (name: string, kind: 'type' | 'value', isGeneric = false) => {
      if (isExport) exports.set(name, { kind, isGeneric, text: textOf(statement) });
    };
    const type = declaration?.type;
    if (type === 'TSTypeAliasDeclaration') {
      add(declaration.id.name, 'type', Boolean(declaration.typeParameters));
    } else if (type === 'TSInterfaceDeclaration') {
      add(declaration.id.name, 'type', Boolean(declaration.typeParameters));
      members.set(declaration.id.name, membersOf(declaration.body.body));
    } else if (type === 'ClassDeclaration' && declaration.id !== null) {
      add(declaration.id.name, 'value');
      members.set(declaration.id.name, membersOf(declaration.body.body));
    } else if (type === 'VariableDeclaration') {
      for (const { id } of declaration.declarations) if (id.type === 'Identifier') add(id.name, 'value');
    } else if (type === 'TSDeclareFunction' && declaration.id !== null) {
      add(declaration.id.name, 'value');
    } else if (isExport && type !== undefined) {
      throw new Error(`An API report exports a ${type}, which this comparison does not know`);
    }
  }
  return { exports, members, strictCode: withPropertiesForMethods(code, program) };
}

function withPropertiesForMethods(code: string, program: Program): string {
  const edits: { at: number; length: number; text: string }[] = [];
  new Visitor({
    TSInterfaceBody({ body }) {
      const methods = body.filter((member) => member.type === 'TSMethodSignature');
      const nameOf = ({ key }: (typeof methods)[number]) => code.slice(key.start, key.end);
      for (const method of methods) {
        // Overloads have no form as a property.
        if (methods.filter((other) => nameOf(other) === nameOf(method)).length > 1) continue;
        if (method.kind !== 'method' || !method.returnType) continue;
        const parameters = method.key.end + code.slice(method.key.end).search(/[(<]/);
        edits.push({ at: parameters, length: 0, text: ': ' }, { at: method.returnType.start, length: 1, text: ' =>' });
      }
    },
  }).visit(program);
  return edits
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, length, text: insert }) => text.slice(0, at) + insert + text.slice(at + length), code);
}
