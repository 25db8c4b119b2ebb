import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeParameters } from '../abi/parameter-coder.ts';
import { isJsonArray, type JsonValue } from '../json/json-value.ts';
import { invalidParams } from '../jsonrpc/envelope/failures.ts';
import { keccak256 } from '../protocol/hash.ts';
import { type Hex } from '../protocol/primitives.ts';
import { memberOf, readBytes, readText } from './read-parameters.ts';

const DOMAIN = 'EIP712Domain';

/** A type that takes one word. A struct cannot have its name. */
const WORD = /^(?:address|bool|u?int\d{0,3}|bytes\d{1,2})$/;

const hash = (bytes: Uint8Array): Hex => bytesToHex(keccak256(bytes));

/**
 * The 32 bytes that are signed for structured data: an object with `domain`, `types`, `primaryType` and `message`.
 *
 * Source: EIP-712.
 *
 * @throws MethodError, naming the member
 */
export function hashTypedData(data: JsonValue): Uint8Array {
  const [types, primary] = [memberOf(data, 'types'), readText('primaryType', memberOf(data, 'primaryType'))];
  const domain = hashStruct(types, DOMAIN, { path: 'domain', value: memberOf(data, 'domain') });
  const message =
    primary === DOMAIN ? '' : hashStruct(types, primary, { path: 'message', value: memberOf(data, 'message') });
  return keccak256(hexToBytes(`1901${domain}${message}`));
}

/** A value, with its path in the data for errors. */
interface Located {
  readonly path: string;
  readonly value: JsonValue;
}

function hashStruct(types: JsonValue, struct: string, { path, value }: Located): Hex {
  if (!(value instanceof Map)) throw invalidParams(`${path} must be an object, ${struct}`);
  const members = fieldsOf(types, struct).map(({ name, type }) =>
    encodeMember(types, type, { path: `${path}.${name}`, value: memberOf(value, name) }),
  );
  return hash(hexToBytes(hash(utf8ToBytes(describe(types, struct))) + members.join('')));
}

/** The word of a value: itself, or the hash of a value that takes more than a word. */
function encodeMember(types: JsonValue, type: string, { path, value }: Located): Hex {
  const [, item, length] = /^(.+)\[(\d*)\]$/.exec(type) ?? [];
  if (item !== undefined) {
    if (!isJsonArray(value) || (length !== '' && value.length !== Number(length)))
      throw invalidParams(`${path} must be a list, ${type}`);
    const items = value.map((each, index) => encodeMember(types, item, { path: `${path}[${index}]`, value: each }));
    return hash(hexToBytes(items.join('')));
  }
  if (type === 'string') return hash(utf8ToBytes(readText(path, value)));
  if (type === 'bytes') return hash(hexToBytes(readBytes(path, value)));
  return WORD.test(type) ? encodeWord(type, { path, value }) : hashStruct(types, type, { path, value });
}

function encodeWord(type: string, { path, value }: Located): Hex {
  const isNumber = typeof value === 'string' && /^u?int/.test(type) && /^0x[0-9a-f]+$/i.test(value);
  try {
    return encodeParameters([{ type }], [isNumber ? BigInt(value) : value]);
  } catch {
    throw invalidParams(`${path} must be a value of the type ${type}`);
  }
}

interface Field {
  readonly name: string;
  readonly type: string;
}

function fieldsOf(types: JsonValue, struct: string): readonly Field[] {
  const path = `types.${struct}`;
  const fields = memberOf(types, struct);
  if (!isJsonArray(fields)) throw invalidParams(`${path} must be a list of members, each with a name and a type`);
  return fields.map((field, index) => ({
    name: readText(`${path}[${index}].name`, memberOf(field, 'name')),
    type: readText(`${path}[${index}].type`, memberOf(field, 'type')),
  }));
}

/** A struct's signature, followed by those of the structs that it contains at any depth, in alphabetical order. */
function describe(types: JsonValue, struct: string): string {
  const found = new Set([struct]);
  // A set includes what is added to it during the iteration.
  for (const name of found)
    for (const { type } of fieldsOf(types, name)) {
      const [base = ''] = type.split('[', 1);
      if (!WORD.test(base) && memberOf(types, base) !== null) found.add(base);
    }
  const [, ...contained] = found;
  return [struct, ...contained.toSorted()]
    .map(
      (name) =>
        `${name}(${fieldsOf(types, name)
          .map(({ name: field, type }) => `${type} ${field}`)
          .join()})`,
    )
    .join('');
}
