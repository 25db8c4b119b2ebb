import { integerArgument, invalidArgument } from '../encoding/arguments.ts';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';
import { composeContent, TYPE_URL_PREFIX } from './compose-transaction.ts';
import { CONTRACT_LAYOUTS } from './contract-layouts.ts';
import { contractTypeEnum, contractTypeOf, isContractType } from './contract-type.ts';
import { bytesOf, decodeMessage, fieldsByNumber, integerOf, textOf } from './decode-message.ts';
import { type Transaction } from './transaction.ts';

/** Types that run a contract, and so have a fee limit, also when it is 0. */
const RUNS_CONTRACT: ReadonlySet<string> = /* @__PURE__ */ new Set(['CreateSmartContract', 'TriggerSmartContract']);

/**
 * The unsigned transaction that bytes are. It is composed from what was read in them and compared, so that nothing in
 * the bytes is left unsaid: no unknown field, no second contract, no other way of writing the same.
 *
 * @param argument - what errors call the bytes
 * @param rawDataHex - hex in lower case
 * @throws `ARGUMENT_INVALID`; `ADDRESS_INVALID` for a wrong address in a contract of a known type
 */
export function readRawData(argument: string, rawDataHex: string): Transaction {
  const raw = fieldsByNumber(hexToBytes(rawDataHex));
  const contract = fieldsByNumber(raw.get(11));
  const parameter = fieldsByNumber(contract.get(2));
  const number = Number(integerOf(contract.get(1)));
  const valueBytes = bytesOf(parameter.get(2));
  const typeUrl = textOf(parameter.get(1));
  const name = contractTypeOf(number) ?? typeUrl.slice(TYPE_URL_PREFIX.length);
  const feeLimit = integerOf(raw.get(18));
  const isKnown = isContractType(name);
  const transaction = composeContent(
    {
      type: isKnown ? contractTypeEnum(name) : { number, name },
      value: isKnown ? decodeMessage(CONTRACT_LAYOUTS[name], valueBytes) : bytesToHex(valueBytes),
      data: bytesToHex(bytesOf(raw.get(10))),
      feeLimit: RUNS_CONTRACT.has(name) ? feeLimit : feeLimit || undefined,
      permissionId: Number(integerOf(contract.get(5))),
    },
    {
      refBlockBytes: bytesToHex(bytesOf(raw.get(1))),
      refBlockHash: bytesToHex(bytesOf(raw.get(4))),
      expiration: integerArgument(`expiration in ${argument}`, Number(integerOf(raw.get(8)))),
      timestamp: integerArgument(`timestamp in ${argument}`, Number(integerOf(raw.get(14))), {
        min: Number.MIN_SAFE_INTEGER,
      }),
    },
  );
  if (transaction.rawDataHex !== rawDataHex)
    throw invalidArgument(
      argument,
      rawDataHex,
      'bytes as the network writes them, with one contract and no unknown field',
    );
  return transaction;
}

/** Whether this package knows the fields of a transaction's contract, so that its JSON says all of it. */
export function hasKnownType({ rawData }: Transaction): boolean {
  const [contract] = rawData['contract'] as readonly [{ type: string }];
  return isContractType(contract.type);
}
