import { keccak_256 } from '@noble/hashes/sha3.js';
import { isBytes } from '@noble/hashes/utils.js';
import { readAbiType, type AbiType } from '../abi/abi-type.ts';
import { encodeValue } from '../abi/encode-value.ts';
import { fromEvmAddress } from '../address/evm-address.ts';
import { argumentInvalid, hexArgument } from '../encoding/arguments.ts';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';

/** A member of a struct: its name, and a Solidity type, `trcToken` or the name of a struct, with `[]` or `[3]` for arrays. */
export interface TypedDataField {
  readonly name: string;
  readonly type: string;
}

/** The application that asks for a signature. What is given here is signed. */
export interface TypedDataDomain {
  readonly name?: string;
  readonly version?: string;
  /** The chain's id as contracts read it: the last four bytes of the genesis block's id, 728126428 in the main network. */
  readonly chainId?: bigint | number | string;
  /** base58check, 41-hex, or `0x` and 40 hex digits */
  readonly verifyingContract?: string;
  /** 32 bytes in hex. */
  readonly salt?: string;
}

/**
 * Structured data to sign, as wallets take it in `eth_signTypedData_v4`. Integers are bigint, whole numbers, or decimal or
 * hex text; addresses are base58check, 41-hex, or `0x` and 40 hex digits; bytes are hex or `Uint8Array`.
 */
export interface TypedData {
  readonly domain: TypedDataDomain;
  /** The members of each struct. `EIP712Domain` is optional; by default it has the fields that the domain gives. */
  readonly types: Readonly<Record<string, readonly TypedDataField[]>>;
  /** The struct of the message. */
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

type Types = TypedData['types'];

/** Types that take one word. A struct cannot have their names. */
const WORD_TYPE = /^(?:address|bool|trcToken|u?int\d*|bytes\d+)$/;

const isStruct = (types: Types, type: string): boolean =>
  Object.hasOwn(types, type) && !WORD_TYPE.test(type) && type !== 'string' && type !== 'bytes';

const DOMAIN_TYPE = 'EIP712Domain';
/** Source: EIP-712, Definition of domainSeparator. */
const DOMAIN_FIELDS: readonly TypedDataField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];

const hashHex = (hex: string): string => bytesToHex(keccak_256(hexToBytes(hex)));
const hashText = (text: string): string => bytesToHex(keccak_256(new TextEncoder().encode(text)));

/** Adds the structs that a struct contains at any depth. */
function addStructs(types: Types, struct: string, found: Set<string>): void {
  for (const { type } of types[struct] ?? []) {
    const [base = ''] = type.split('[', 1);
    if (!isStruct(types, base) || found.has(base)) continue;
    found.add(base);
    addStructs(types, base, found);
  }
}

/** A struct's signature, followed by those of the structs that it contains, in alphabetical order. */
function describeStruct(types: Types, struct: string): string {
  const contained = new Set<string>();
  addStructs(types, struct, contained);
  contained.delete(struct);
  return [struct, ...[...contained].sort()]
    .map((name) => `${name}(${(types[name] ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`)
    .join('');
}

/** The value as the encoder of calls takes it. */
function fromJson(type: string, value: unknown): unknown {
  if (isBytes(value)) return bytesToHex(value);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value !== 'string') return value;
  if (/^(?:u?int|trcToken)/.test(type) && /^(?:-?\d+|0x[\da-f]+)$/i.test(value)) return BigInt(value);
  return type === 'address' && /^0x[\da-f]{40}$/i.test(value) ? fromEvmAddress(value) : value;
}

function readWordType(type: string): AbiType {
  try {
    if (WORD_TYPE.test(type)) return readAbiType({ type });
  } catch {
    // A type of too many bits or bytes.
  }
  throw argumentInvalid('types', type, 'a type of Solidity, or the name of a struct in types');
}

/** The word of a value: itself, or the hash of what takes more than a word. */
function encodeField(types: Types, argument: string, { type, value }: { type: string; value: unknown }): string {
  const [, item, length] = /^(.+)\[(\d*)\]$/s.exec(type) ?? [];
  if (item !== undefined) {
    if (!Array.isArray(value) || (length !== '' && value.length !== Number(length)))
      throw argumentInvalid(argument, value, `an array, ${type}`);
    return hashHex(
      value.map((each: unknown, i) => encodeField(types, `${argument}[${i}]`, { type: item, value: each })).join(''),
    );
  }
  if (isStruct(types, type)) return hashStruct(types, type, { argument, value });
  if (type === 'bytes') return hashHex(hexArgument(argument, fromJson(type, value)));
  if (type === 'string') {
    if (typeof value !== 'string' || /\p{Cs}/u.test(value))
      throw argumentInvalid(argument, value, 'a string without halves of surrogate pairs');
    return hashText(value);
  }
  return encodeValue(argument, readWordType(type), fromJson(type, value));
}

function hashStruct(types: Types, struct: string, { argument, value }: { argument: string; value: unknown }): string {
  if (typeof value !== 'object' || value === null) throw argumentInvalid(argument, value, `an object, ${struct}`);
  const members = value as Readonly<Record<string, unknown>>;
  const fields = (types[struct] ?? []).map(({ name, type }) =>
    encodeField(types, `${argument}.${name}`, {
      type,
      value: Object.hasOwn(members, name) ? members[name] : undefined,
    }),
  );
  return hashHex(hashText(describeStruct(types, struct)) + fields.join(''));
}

/** The domain's fields. A type that leaves one out would let people take it for signed. */
function domainFields({ domain, types }: TypedData): readonly TypedDataField[] {
  const given = Object.entries(domain).filter(([, value]) => value !== undefined && value !== null);
  const own = Object.hasOwn(types, DOMAIN_TYPE) ? types[DOMAIN_TYPE] : undefined;
  const known = own ?? DOMAIN_FIELDS;
  for (const [name, value] of given)
    if (!known.some((field) => field.name === name))
      throw argumentInvalid(
        `domain.${name}`,
        value,
        `one of the fields ${known.map((field) => field.name).join(', ')}`,
      );
  return own ?? DOMAIN_FIELDS.filter(({ name }) => given.some(([each]) => each === name));
}

/**
 * The 32 bytes that are signed for structured data: keccak-256 of 0x1901, the hash of the domain and the hash of the
 * message. `trcToken` is a number of its own type, and an address is encoded without its first byte, 0x41.
 *
 * Source: docs/protocol/permissions.md, Typed data; TIP-712; EIP-712.
 *
 * @param data - `domain`, `types`, `primaryType`, `message`; members of the message that its type does not have are not
 * signed, and not looked at
 * @throws `ARGUMENT_INVALID` for a value that does not fit its type, a type that is none, a domain's field that would not
 * be signed; `ADDRESS_INVALID`
 *
 * @example
 * ```ts
 * import { hashTypedData } from '@coin/rpc/message';
 *
 * const types = { Payment: [{ name: 'to', type: 'address' }, { name: 'amount', type: 'uint256' }] };
 * const domain = { name: 'Shop', version: '1', chainId: 728_126_428n };
 * const message = { to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', amount: 5n };
 * hashTypedData({ domain, types, primaryType: 'Payment', message }).length; // => 32
 * ```
 */
export function hashTypedData(data: TypedData): Uint8Array {
  const { domain, types, primaryType, message } = data;
  const all = { ...types, [DOMAIN_TYPE]: domainFields(data) };
  if (!Object.hasOwn(all, primaryType)) throw argumentInvalid('primaryType', primaryType, 'a struct in types');
  const separator = hashStruct(all, DOMAIN_TYPE, { argument: 'domain', value: domain });
  const content =
    primaryType === DOMAIN_TYPE ? '' : hashStruct(all, primaryType, { argument: 'message', value: message });
  return keccak_256(hexToBytes(`1901${separator}${content}`));
}
