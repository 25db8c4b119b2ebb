import { visibleAddress, visibleText } from '../address/visible-form.ts';
import { isHex } from '../encoding/hex.ts';
import { readInteger } from '../transport/answer/wire-schema.ts';

/** A contract's fields in an answer. */
export type ContractValue = Readonly<Record<string, unknown>>;

const ADDRESS = /^(?:\w+_)?address$/;
/** Bytes of text. Fields of these names in inner messages are strings, which are text in any answer. */
const TEXT = /(?:name|abbr|description|url|(?:account|token)_id)$/;

function visibleField(key: string, value: unknown, isInner: boolean): unknown {
  if (typeof value === 'string')
    return ADDRESS.test(key) ? visibleAddress(value) : isInner || !TEXT.test(key) ? value : visibleText(value);
  if (Array.isArray(value)) return value.map((item) => visibleField(key, item, true));
  return value instanceof Object ? visibleFields(value as ContractValue, true) : value;
}

const visibleFields = (value: ContractValue, isInner: boolean): ContractValue =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visibleField(key, item, isInner)]));

/** Texts that anyone can set. A token's id is set by the network. */
const FREE_TEXT = /^(?:account_name|account_id|name|abbr|description|url|update_url)$/;

/**
 * Whether the fields may be false. In a visible answer such a text can look like other fields, so the request must be
 * repeated with `visible` false.
 */
export const hasFreeText = (value: ContractValue): boolean => Object.keys(value).some((key) => FREE_TEXT.test(key));

/** The names of int64 fields, except the ids of tokens, which other contracts have as text. */
const INTEGER =
  /(?:amount|value|balance|limit|count|quant|quantity|supply|time|usage|duration|period|days|percent|expected|proposal_id|exchange_id)$/;

/** A contract's fields with int64 as number or bigint. A node may print their digits in quotes. */
export const exactIntegers = (fields: ContractValue): ContractValue =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      value instanceof Object && !Array.isArray(value)
        ? exactIntegers(value as ContractValue)
        : INTEGER.test(key)
          ? readInteger(value)
          : value,
    ]),
  );

/**
 * A contract's fields with addresses in base58check and texts as text, as a node prints them with `visible` true;
 * unchanged if they are in that form already.
 */
export function visibleContract(value: ContractValue): ContractValue {
  const { owner_address: owner = '' } = value;
  // Text may look like hex, but an owner in base58check does not, and every contract with a text has one.
  return typeof owner === 'string' && isHex(owner) ? visibleFields(value, false) : value;
}
