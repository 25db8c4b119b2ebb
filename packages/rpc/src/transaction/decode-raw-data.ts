import { argumentInvalid, integerArgument } from '../encoding/arguments.ts';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';
import { composeContent, type ContractContent, knownContract } from './compose-transaction.ts';
import { CONTRACT_TYPES, findContractType, isContractType, type ContractType } from './contracts/contract-types.ts';
import { RAW_DATA_LAYOUT, TYPE_URL_PREFIX } from './transaction-layout.ts';
import { type Transaction } from './transaction.ts';
import { decodeMessage, describeLaterFields } from './wire/decode-message.ts';
import { encodeRead } from './wire/encode-message.ts';
import { readFields, type ReadField } from './wire/read-fields.ts';

/** Types that run a contract, and so have a fee limit, also when it is 0. */
export const RUNS_CONTRACT: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'CreateSmartContract',
  'TriggerSmartContract',
]);

/**
 * A contract's bytes without its fields of 0, which some wallets write and nodes keep. Source:
 * docs/protocol/transfers.md, Protobuf shapes.
 */
const withoutZeros = (hex: string): string => {
  const isSet = ([, value]: ReadField): boolean => value !== 0n && (value as Uint8Array).length !== 0;
  const fields = readFields(hexToBytes(hex));
  return fields === undefined ? hex : bytesToHex(Uint8Array.from(fields.filter(isSet).flatMap(encodeRead)));
};

function readContract(type: ContractType, bytes: string): ContractContent {
  const contract = knownContract(type, decodeMessage(CONTRACT_TYPES[type].fields, hexToBytes(bytes)));
  return withoutZeros(bytes) === contract.bytes ? { ...contract, bytes } : contract;
}

/**
 * Decodes an unsigned transaction from its bytes. Composes the result again and compares the bytes, so they contain
 * nothing else: no unknown field, no second contract, no other encoding.
 *
 * @param argument - the name of the bytes in errors
 * @param rawDataHex - hex in lower case
 * @throws `ARGUMENT_INVALID`; `ADDRESS_INVALID` for a wrong address in a contract of a known type
 */
export function decodeRawData(argument: string, rawDataHex: string): Transaction {
  const raw = decodeMessage(RAW_DATA_LAYOUT, hexToBytes(rawDataHex));
  const { type = 0n, parameter = {}, Permission_id: permissionId = 0n } = raw.contract ?? {};
  const { type_url: typeUrl = '', value = '' } = parameter;
  const number = Number(type);
  const name = findContractType(number) ?? typeUrl.slice(TYPE_URL_PREFIX.length);
  const feeLimit = raw.fee_limit ?? 0n;
  const transaction = composeContent(
    {
      contract: isContractType(name)
        ? readContract(name, value)
        : { type: { number, name }, bytes: value, json: value },
      data: raw.data ?? '',
      feeLimit: RUNS_CONTRACT.has(name) ? feeLimit : feeLimit || undefined,
      permissionId: Number(permissionId),
    },
    {
      refBlockBytes: raw.ref_block_bytes ?? '',
      refBlockHash: raw.ref_block_hash ?? '',
      expiration: integerArgument(`expiration in ${argument}`, Number(raw.expiration ?? 0n)),
      timestamp: integerArgument(`timestamp in ${argument}`, Number(raw.timestamp ?? 0n), {
        min: Number.MIN_SAFE_INTEGER,
      }),
    },
  );
  if (transaction.rawDataHex !== rawDataHex)
    throw argumentInvalid(
      argument,
      rawDataHex,
      `bytes in the encoding of the network, with one contract and no unknown field${describeLaterFields(RAW_DATA_LAYOUT, hexToBytes(rawDataHex))}`,
    );
  return transaction;
}

/** Whether this package knows the fields of a transaction's contract, so its JSON is complete. */
export function hasKnownType({ rawData }: Transaction): boolean {
  const [contract] = rawData['contract'] as readonly [{ type: string }];
  return isContractType(contract.type);
}

/** Whether a node that reads a transaction's JSON gets the same bytes. */
export function hasExactJson(transaction: Transaction): boolean {
  const raw = decodeMessage(RAW_DATA_LAYOUT, hexToBytes(transaction.rawDataHex));
  const { value = '' } = raw.contract?.parameter ?? {};
  return hasKnownType(transaction) && withoutZeros(value) === value;
}
