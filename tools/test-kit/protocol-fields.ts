import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A field of a message. `type` is a scalar, `map<key,value>`, or the full name of a message or an enumeration. */
export interface ProtocolField {
  readonly number: number;
  readonly name: string;
  readonly type: string;
  readonly repeated: boolean;
}

/**
 * The protocol's messages and enumerations, one a line, with their fields in the order of their numbers. `*` marks a
 * repeated field. `tools/restate-protocol.ts` writes them.
 *
 * Source: java-tron 4.8.2, protocol/src/main/protos, github.com/tron-nile-testnet/nile-testnet at commit 28f4e416.
 */
const DEFINITIONS = readFileSync(join(import.meta.dirname, 'protocol.txt'), 'utf8')
  .trimEnd()
  .split('\n');

const readKind = (kind: string): readonly (readonly [name: string, fields: readonly (readonly string[])[]])[] =>
  DEFINITIONS.filter((line) => line.startsWith(kind)).map((line) => {
    const [head = '', fields = ''] = line.split(/: ?/u);
    return [head.slice(kind.length + 1), fields === '' ? [] : fields.split(', ').map((field) => field.split(' '))];
  });

/** The fields of each message by its full name, such as `Transaction.Contract`. */
export const PROTOCOL_MESSAGES: ReadonlyMap<string, readonly ProtocolField[]> = new Map(
  readKind('message').map(([name, fields]) => [
    name,
    fields.map(([number, field = '', type = '']) => ({
      number: Number(number),
      name: field,
      type: type.replace('*', ''),
      repeated: type.startsWith('*'),
    })),
  ]),
);

/** The numbers of each enumeration's names. */
export const PROTOCOL_ENUMERATIONS: ReadonlyMap<string, Readonly<Record<string, number>>> = new Map(
  readKind('enum').map(([name, values]) => [
    name,
    Object.fromEntries(values.map(([number, value = '']) => [value, Number(number)])),
  ]),
);
