import { addressToHex, isAddress, toAddress } from '../../address/address.ts';
import { createdAddress, deployedAddress } from '../../address/contract-address.ts';
import { encodeBase58Check } from '../../encoding/base58check.ts';
import { hexToBytes } from '../../encoding/hex.ts';

/** JSON in which the order of keys does not matter. A bigint differs from every text and every number. */
export const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === 'bigint') return `bigint ${item}`;
    if (typeof item === 'string') return `text ${item}`;
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    const fields = item as Record<string, unknown>;
    return Object.fromEntries(
      Object.keys(fields)
        .sort()
        .map((key) => [key, fields[key]]),
    );
  }) ?? '';

const sortItems = (list: unknown): unknown =>
  Array.isArray(list)
    ? list
        .map((item): [string, unknown] => [canonicalText(item), item])
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, item]) => item)
    : list;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => Object(value) as Fields;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const CONSTANT_CALL = '/triggerconstantcontract';
const CREATE = /^(?:create|637265617465)$/;

/** An address in the forms in which an answer may print it. */
function addressForms(address: string): string[] {
  const hex = addressToHex(address).slice(2);
  return [address, encodeBase58Check(hexToBytes(hex)), hex];
}

/**
 * The addresses of contracts that a constant call makes. They derive from the id of a transaction with the node's own
 * time, so each node has others.
 */
function* ownAddresses(json: unknown): Generator<string> {
  const { transaction, internal_transactions: inner } = fieldsOf(json);
  const { txID, raw_data: raw } = fieldsOf(transaction);
  if (typeof txID !== 'string' || !/^[\da-f]{64}$/.test(txID)) return;
  const [contract] = listOf(fieldsOf(raw)['contract']);
  const { type, parameter } = fieldsOf(contract);
  const { owner_address: owner } = fieldsOf(fieldsOf(parameter)['value']);
  const own = new Set<string>();
  if (type === 'CreateSmartContract' && isAddress(owner)) own.add(deployedAddress(txID, owner));
  yield* own;
  for (const [nonce, item] of listOf(inner).entries()) {
    const { note, caller_address: caller, transferTo_address: made } = fieldsOf(item);
    if (typeof note !== 'string' || !CREATE.test(note) || !isAddress(made)) continue;
    const address = toAddress(made);
    // CREATE2 derives the address from its caller, which may be new itself.
    if (address !== createdAddress(txID, nonce) && !(isAddress(caller) && own.has(toAddress(caller)))) continue;
    own.add(address);
    yield address;
  }
}

/**
 * The part of an answer in which honest nodes agree, except for {@link agreedPart}. A constant call shows a transaction
 * with the node's own time, and some lists have the order of the node's store.
 *
 * Source: docs/protocol/queries.md, Representatives and proposals; docs/protocol/contract-calls.md, Envelope.
 */
export function comparablePart(path: string, json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const answer = { ...json } as Record<string, unknown>;
  if (path.endsWith(CONSTANT_CALL)) {
    const { ret } = Object(answer['transaction']) as { ret?: unknown };
    if (answer['transaction'] !== undefined) answer['transaction'] = { ret };
    const inner = answer['internal_transactions'];
    if (Array.isArray(inner)) answer['internal_transactions'] = inner.map((item: object) => ({ ...item, hash: '' }));
  }
  for (const list of ['witnesses', 'proposals'])
    if (path.endsWith(`/list${list}`)) answer[list] = sortItems(answer[list]);
  return answer;
}

/** A value in which texts are replaced. */
const mapTexts = (value: unknown, replace: (text: string) => string): unknown => {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, replace)]));
};

/**
 * The comparable part of an answer as it is the same for all honest nodes: addresses of new contracts by their place,
 * and without the parameters of 0, of which a later version prints more.
 *
 * Source: docs/protocol/checked-answers.md, Agreement.
 */
export function agreedPart(path: string, json: unknown): unknown {
  const part = comparablePart(path, json);
  if (path.endsWith('/getchainparameters')) {
    const { chainParameter: parameters, ...others } = fieldsOf(part);
    return { ...others, chainParameter: sortItems(listOf(parameters).filter((item) => fieldsOf(item)['value'])) };
  }
  if (!path.endsWith(CONSTANT_CALL)) return part;
  const names = [...ownAddresses(json)].flatMap((address, place) =>
    addressForms(address).map((form) => [form, `new contract ${place}`] as const),
  );
  if (names.length === 0) return part;
  return mapTexts(part, (text) => names.reduce((replaced, [form, name]) => replaced.replaceAll(form, name), text));
}
