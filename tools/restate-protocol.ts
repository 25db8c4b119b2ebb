// Restates the network's protocol definitions as the names, numbers and types of their fields:
// `node tools/restate-protocol.ts FOLDER`, the folder of a checkout of java-tron. Writes test-kit/protocol.txt.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SCALARS = new Set(['bool', 'bytes', 'double', 'int32', 'int64', 'string']);
const STATEMENT =
  /\b(?<kind>message|enum|service|rpc)\s+(?<name>\w+)[^{};]*\{|(?<repeated>repeated\s+)?(?<type>map\s*<[^>]*>|[\w.]+)?\s+(?<field>\w+)\s*=\s*(?<number>\w+)[^;{}]*;|\{|\}/gu;

interface Definition {
  readonly kind: string;
  readonly name: string;
  readonly fields: { readonly name: string; readonly number: number; readonly type: string }[];
}

/** The messages and enumerations in the text of a definition file. */
function readDefinitions(text: string): readonly Definition[] {
  const found: Definition[] = [];
  const open: Definition[] = [];
  for (const { 0: statement, groups = {} } of text.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gsu, '').matchAll(STATEMENT)) {
    const parent = open.at(-1);
    const { kind = '', name = '', field, number, repeated = '', type = '' } = groups;
    if (statement.endsWith('{')) {
      open.push({ kind, name: [...(parent === undefined ? [] : [parent.name]), name].join('.'), fields: [] });
      if (kind === 'message' || kind === 'enum') found.push(open.at(-1)!);
    } else if (statement === '}') open.pop();
    else if (parent !== undefined && field !== undefined)
      parent.fields.push({
        name: field,
        number: Number(number),
        type: `${repeated && '*'}${type.replace('google.protobuf.', '').replaceAll(/\s/gu, '')}`,
      });
  }
  return found;
}

/** A message that Protocol Buffers define themselves. */
const ANY: Definition = {
  kind: 'message',
  name: 'Any',
  fields: [
    { name: 'type_url', number: 1, type: 'string' },
    { name: 'value', number: 2, type: 'bytes' },
  ],
};

/** The full name of a type that a message names: the innermost one. */
function resolveType(type: string, message: string, names: ReadonlySet<string>): string {
  const plain = type.replace('*', '');
  if (SCALARS.has(plain) || plain.startsWith('map<')) return type;
  const scopes = message.split('.').map((_, i, parts) => [...parts.slice(0, parts.length - i), plain].join('.'));
  const full = [...scopes, plain].find((name) => names.has(name));
  if (full === undefined) throw new Error(`${message} names ${plain}, which is not defined.`);
  return `${type.startsWith('*') ? '*' : ''}${full}`;
}

const [folder = ''] = process.argv.slice(2);
const protos = join(folder, 'protocol/src/main/protos');
const defined = globSync('**/*.proto', { cwd: protos })
  .toSorted()
  .flatMap((file) => readDefinitions(readFileSync(join(protos, file), 'utf8')));
const definitions = [...defined, ANY];
const names = new Set(definitions.map(({ name }) => name));
const lines = definitions.map(({ kind, name, fields }) => {
  const stated = fields
    .toSorted((a, b) => a.number - b.number)
    .map(
      (field) => `${field.number} ${field.name}${kind === 'enum' ? '' : ` ${resolveType(field.type, name, names)}`}`,
    );
  return `${kind} ${name}: ${stated.join(', ')}`.trimEnd();
});
writeFileSync(join(import.meta.dirname, 'test-kit/protocol.txt'), `${lines.join('\n')}\n`);
