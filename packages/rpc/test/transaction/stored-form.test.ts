import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import {
  broadcastHex,
  broadcastTransaction,
  decodeTransaction,
  encodeTransaction,
  isRpcError,
  resumeTransaction,
  signTransaction,
  toAddress,
  type Transaction,
} from '@coin/rpc';
import { addressToHex, isAddress } from '@coin/rpc/address';
import { readTransaction } from '@coin/rpc/inspect';
// A transaction's stored forms: the network's bytes, and JSON.
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeTransaction } from '../../src/transaction/compose-transaction.ts';
import { CONTRACT_TYPES, type ContractType } from '../../src/transaction/contracts/contract-types.ts';
import { RAW_DATA_LAYOUT } from '../../src/transaction/transaction-layout.ts';
import { decodeMessage } from '../../src/transaction/wire/decode-message.ts';
import { encodeMessage } from '../../src/transaction/wire/encode-message.ts';
import { type FieldLayout, type MessageLayout, type MessageValue } from '../../src/transaction/wire/message-layout.ts';
import { clientWithAnswers } from '../support/client-with-answers.ts';
import { LATER_TYPE, laterTypeTransaction } from '../support/later-type.ts';
import { storedTransactions as transactions } from '../support/stored-transactions.ts';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const decodeRaw = (hex: string): MessageValue<typeof RAW_DATA_LAYOUT> => decodeMessage(RAW_DATA_LAYOUT, bytesOf(hex));

/** The stored form as a protobuf library writes it. */
function encodedByLibrary({ rawDataHex, signatures }: Pick<Transaction, 'rawDataHex' | 'signatures'>): string {
  const writer = new BinaryWriter().tag(1, WireType.LengthDelimited).bytes(bytesOf(rawDataHex));
  for (const signature of signatures) writer.tag(2, WireType.LengthDelimited).bytes(bytesOf(signature));
  return hexOf(writer.finish());
}

const texts = ['url', 'name', 'abbr', 'description', 'asset_name', 'account_id'];
const isText = (key: string): boolean => texts.includes(key) || /^(?:(?:first|second|sell|buy)_)?token_id$/.test(key);

/** JSON with integers as text, addresses as hex, and texts by a function. */
const plain = (value: unknown, textOf = (text: string) => text): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, item: unknown) => {
      if (isText(key)) return textOf(String(item));
      if (typeof item === 'bigint' || typeof item === 'number') return String(item);
      return isAddress(item) ? addressToHex(item) : item;
    }),
  );

/** The same of what a node printed, which may be texts as hex. */
const printed = (value: unknown): unknown =>
  plain(value, (text) => (/^(?:[\da-f]{2})+$/.test(text) ? Buffer.from(text, 'hex').toString() : text));

const named = transactions.map((item): [string, (typeof transactions)[number]] => [
  `${item.rawData.contract[0]?.type} ${item.txID.slice(0, 8)}`,
  item,
]);

describe('decodeTransaction', () => {
  test.each(named)('reads the recorded %s as the node prints it', (_, item) => {
    const encoded = encodedByLibrary(item);
    const decoded = decodeTransaction(encoded);
    expect(decoded).toMatchObject({ txID: item.txID, rawDataHex: item.rawDataHex, signatures: item.signatures });
    expect(plain(decoded.rawData)).toEqual(printed(item.rawData));
    expect(encodeTransaction(decoded)).toBe(encoded);
  });

  test('keeps the bytes of a type that this package does not know', () => {
    const transaction = laterTypeTransaction();
    const encoded = encodedByLibrary(transaction);
    expect(decodeTransaction(encoded)).toEqual(transaction);
    expect(encodeTransaction(transaction)).toBe(encoded);
    expect(transaction.rawData['contract']).toMatchObject([{ type: LATER_TYPE, parameter: { value: '0801' } }]);
  });

  /** A call whose contract has the given fields after its data, as bytes. */
  const callWith = (fields: string): string => {
    const [, item] = named.find(([name]) => name.startsWith('TriggerSmartContract')) ?? expect.fail('no call');
    const raw = decodeRaw(item.rawDataHex);
    const value = raw.contract?.parameter?.value + fields;
    const parameter = { ...raw.contract?.parameter, value };
    return hexOf(encodeMessage(RAW_DATA_LAYOUT, { ...raw, contract: { ...raw.contract, parameter } }));
  };

  test('keeps fields of 0 in a contract, which some wallets write', async () => {
    // call_token_value and token_id of 0.
    const rawDataHex = callWith('28003000');
    const encoded = encodedByLibrary({ rawDataHex, signatures: ['00'.repeat(65)] });
    const decoded = decodeTransaction(encoded);
    expect(encodeTransaction(decoded)).toBe(encoded);
    expect(decoded.rawData['contract']).toEqual(
      decodeTransaction(encodedByLibrary({ rawDataHex: callWith(''), signatures: [] })).rawData['contract'],
    );
    // Its JSON has other bytes.
    const { client, requests } = clientWithAnswers(Response.json({ result: true, txid: decoded.txID }));
    expect(await broadcastTransaction(client, decoded)).toEqual({ txID: decoded.txID, status: 'accepted' });
    expect(requests.map(({ path }) => path)).toEqual(['/wallet/broadcasthex']);
  });

  test.each<[string, string]>([
    ['a field of 0 after its other value', '280530002800'],
    ['half a field', '28'],
    ['fields in another order', '30052805'],
  ])('rejects a contract with %s', (_, fields) => {
    expect(() => decodeTransaction(encodedByLibrary({ rawDataHex: callWith(fields), signatures: [] }))).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID' }),
    );
  });

  test('rejects a contract that is no message instead of reading it as empty', () => {
    const raw = decodeRaw(callWith(''));
    const parameter = { ...raw.contract?.parameter, value: 'ffff' };
    const rawDataHex = hexOf(encodeMessage(RAW_DATA_LAYOUT, { ...raw, contract: { ...raw.contract, parameter } }));
    expect(() => decodeTransaction(encodedByLibrary({ rawDataHex, signatures: [] }))).toThrow('Invalid transaction');
  });

  test('leaves out of the JSON what a node leaves out', () => {
    const [, item] = named[0] ?? expect.fail('no transaction');
    const { contract } = decodeRaw(item.rawDataHex);
    const rawDataHex = hexOf(encodeMessage(RAW_DATA_LAYOUT, { contract }));
    expect(Object.keys(decodeTransaction(encodedByLibrary({ rawDataHex, signatures: [] })).rawData)).toEqual([
      'contract',
    ]);
  });

  test('gives the fee limit 0 if a contract runs, and none otherwise', () => {
    const ofType = (type: string) => named.find(([name]) => name.startsWith(type))?.[1] ?? expect.fail(type);
    expect(decodeTransaction(encodedByLibrary(ofType('TransferContract')))).not.toHaveProperty('feeLimit');
    expect(decodeTransaction(encodedByLibrary(ofType('CreateSmartContract')))).toMatchObject({
      feeLimit: expect.any(BigInt),
      contractAddress: expect.toSatisfy(isAddress),
    });
  });

  const [first] = transactions;
  const encoded = encodedByLibrary(first ?? expect.fail('no transaction'));
  test.each<[string, unknown]>([
    ['an empty text', ''],
    ['no text', 5],
    ['text that is not hex', 'xy'],
    ['half a byte', '0a0'],
    ['a signature of 64 bytes', `${encoded}1240${'00'.repeat(64)}`],
    ['a signature of 66 bytes', `${encoded}1242${'00'.repeat(66)}`],
    ['the result of a block', `${encoded}2a021801`],
    ['a trailing byte', `${encoded}00`],
    ['an unknown field', `${encoded}7a0101`],
    ['raw_data twice', encoded + encoded],
    ['raw_data as an integer', '0801'],
  ])('rejects %s', (_, wrong) => {
    expect(() => decodeTransaction(wrong as string)).toThrow(
      expect.objectContaining({ name: 'RpcError', code: 'ARGUMENT_INVALID' }),
    );
  });

  test('names fields of a later version, such as a post-quantum signature', () => {
    const raw = (first?.rawDataHex ?? '') + '620101';
    const cases = [
      [`${encoded}32820100${'ab'.repeat(129)}`, 'Field 6 is of a later version'],
      [encodedByLibrary({ rawDataHex: raw, signatures: [] }), 'Field 12 is of a later version'],
    ] as const;
    for (const [hex, expected] of cases) expect(() => decodeTransaction(hex)).toThrow(expected);
    expect(() => decodeTransaction(`${encoded}00`)).not.toThrow('later version');
  });

  test('a post-quantum signature is sent as bytes, and named by everything that reads them', async () => {
    const { txID } = first ?? expect.fail('no transaction');
    const transaction = `${encoded}32820100${'ab'.repeat(129)}`;
    const { client, requests } = clientWithAnswers(Response.json({ result: true, txid: txID }));
    const problem = {
      code: 'ARGUMENT_INVALID',
      shortMessage: expect.stringContaining('Field 6 is of a later version'),
    };
    await expect(resumeTransaction(client, { transaction })).rejects.toMatchObject(problem);
    expect(() => readTransaction(transaction)).toThrow(expect.objectContaining(problem));
    expect(requests).toEqual([]);
    expect(await broadcastHex(client, { transaction })).toEqual({ txID, status: 'accepted' });
    expect(requests.map(({ body }) => body)).toEqual([{ transaction }]);
  });

  test.each(['pq_auth_sig', 'pqSignature', 'signatures'])(
    'the JSON member %s is named as another signature',
    (name) => {
      const { txID, rawDataHex } = first ?? expect.fail('no transaction');
      const foreign = { txID, raw_data_hex: rawDataHex, signature: [], visible: true, ret: [{}], __note__: 1 };
      expect(readTransaction(foreign).txID).toBe(txID);
      const signed = { ...foreign, [name]: ['ab'.repeat(900)] };
      expect(() => readTransaction(signed)).toThrow(
        expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument: name }) }),
      );
    },
  );

  /** The result, or `rejected`; fails for errors of any other kind. */
  const decodedOrRefused = (hex: string): Transaction | 'rejected' => {
    try {
      return decodeTransaction(hex);
    } catch (error) {
      if (!isRpcError(error)) throw error;
      return 'rejected';
    }
  };

  test('accepts only bytes that encode back to themselves, and throws no other error for any bytes', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const decoded = decodedOrRefused(hexOf(bytes));
        expect(decoded === 'rejected' ? hexOf(bytes) : encodeTransaction(decoded)).toBe(hexOf(bytes));
      }),
    ));

  test('reads no damaged transaction as the one that it was', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...transactions),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        fc.constantFrom('change', 'insert', 'remove', 'cut'),
        (item, at, byte, how) => {
          const bytes = [...bytesOf(encodedByLibrary(item))];
          const place = at % bytes.length;
          if (how === 'change') bytes[place] = (bytes[place] ?? 0) ^ byte;
          if (how === 'insert') bytes.splice(place, 0, byte);
          if (how === 'remove') bytes.splice(place, 1);
          if (how === 'cut') bytes.length = place;
          const hex = hexOf(Uint8Array.from(bytes));
          const decoded = decodedOrRefused(hex);
          if (decoded === 'rejected') return;
          expect(encodeTransaction(decoded)).toBe(hex);
          const { txID, signatures } = decoded;
          expect({ txID, signatures }).not.toEqual({ txID: item.txID, signatures: item.signatures });
        },
      ),
      { numRuns: scaled(100) },
    ));
});

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const hex = fc.uint8Array({ maxLength: 40 }).map(hexOf);
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => toAddress(`41${hexOf(bytes)}`));

/** Any value of a field. */
function fieldArbitrary(layout: FieldLayout): fc.Arbitrary<MessageValue[string]> {
  const [, , kind, of] = layout;
  switch (kind) {
    case 'address':
      return address;
    case 'bytes':
      return hex;
    case 'repeatedBytes':
      return fc.array(hex);
    case 'string':
    case 'text':
      return fc.string({ unit: 'grapheme' });
    case 'int64':
      return int64;
    case 'bool':
      return fc.boolean();
    case 'map':
      return fc.array(fc.tuple(int64, int64), { minLength: 1, maxLength: 3 });
    case 'enum':
      return fc.constantFrom(...of);
    case 'message':
      return messageArbitrary(of);
    case 'repeated':
      return fc.array(messageArbitrary(of), { maxLength: 3 });
  }
}
const messageArbitrary = (layout: MessageLayout): fc.Arbitrary<MessageValue> =>
  fc.record(Object.fromEntries(layout.map((field) => [field[1], fieldArbitrary(field)])));

const nodeFields = fc.record({
  refBlockBytes: hex,
  refBlockHash: hex,
  expiration: fc.maxSafeNat(),
  timestamp: fc.maxSafeInteger(),
});
const signatures = fc.array(fc.uint8Array({ minLength: 65, maxLength: 65 }).map(hexOf), { maxLength: 3 });

test.each(Object.keys(CONTRACT_TYPES) as ContractType[])(
  'a transaction of type %s is decoded as it was composed, whatever its fields are',
  (type) => {
    const runsContract = ['CreateSmartContract', 'TriggerSmartContract'].includes(type);
    fc.assert(
      fc.property(
        messageArbitrary(CONTRACT_TYPES[type].fields),
        nodeFields,
        signatures,
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 0, max: 9 }),
        int64,
        (value, fields, signed, memo, permissionId, limit) => {
          const feeLimit = runsContract || limit !== 0n ? limit : undefined;
          const composed = composeTransaction({ type, value, memo, permissionId, feeLimit }, fields);
          const transaction = { ...composed, signatures: signed };
          const decoded = decodeTransaction(encodeTransaction(transaction));
          expect(plain(decoded)).toEqual(plain(transaction));
        },
      ),
      { numRuns: scaled(15) },
    );
  },
);

describe('a transaction that was stored as JSON', () => {
  const replacers: Record<string, (item: bigint) => unknown> = {
    String,
    Number,
    'a decimal with n': (item) => `${item}n`,
    'a wrapper object': (item) => ({ $bigint: String(item) }),
  };
  const stored = transactions.filter(({ signatures: [signature] }) => signature !== undefined).map(encodedByLibrary);
  const throughJson = (transaction: Transaction, replace: (item: bigint) => unknown): Transaction =>
    JSON.parse(
      JSON.stringify(transaction, (_, item: unknown) => (typeof item === 'bigint' ? replace(item) : item)),
    ) as Transaction;
  /** What a broadcast sends, or the code of its error and how many requests went before it. */
  const sent = async (transaction: Transaction) => {
    const { client, requests } = clientWithAnswers(({ path }) =>
      Response.json(path.startsWith('/wallet/broadcast') ? { result: true } : {}),
    );
    try {
      await broadcastTransaction(client, transaction);
      return requests.map(({ path, body }) => ({ path, body }));
    } catch (error) {
      if (!isRpcError(error)) throw error;
      return [error.code, requests.length];
    }
  };

  test.each(Object.entries(replacers))(
    'by %s is sent as the same bytes, or rejected before any request',
    async (name, replace) => {
      let same = 0;
      for (const encoded of stored) {
        const transaction = decodeTransaction(encoded);
        const outcome = await sent(throughJson(transaction, replace));
        const isSame = JSON.stringify(outcome) === JSON.stringify(await sent(transaction));
        if (!isSame) expect(outcome).toEqual(['ARGUMENT_INVALID', 0]);
        same += Number(isSame);
      }
      // All of them survive as decimals; of those with amounts none does in another form.
      if (name === 'String') expect(same).toBe(stored.length);
      else expect(same).toBeGreaterThan(0);
    },
  );

  test('regains its types, amounts as bigint, when it is signed', async () => {
    const signer = { sign: () => '00'.repeat(65) };
    for (const encoded of stored.slice(0, 10)) {
      const transaction = decodeTransaction(encoded);
      const restored = await signTransaction(throughJson(transaction, String), signer);
      expect(restored).toEqual(await signTransaction(transaction, signer));
    }
  });

  /** A copy in which one leaf, chosen by `at`, has another value. */
  const damaged = (value: unknown, at: { leaf: number }): unknown => {
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).map(([key, item]) => [key, damaged(item, at)] as const);
      return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
    }
    if (at.leaf-- !== 0) return value;
    return typeof value === 'string' ? value.replace(/^./, (digit) => (digit === '1' ? '2' : '1')) : Number(value) + 1;
  };
  const leaves = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, item) => sum + leaves(item), 0)
      : 1;

  test('is rejected before any request when one of its values was changed', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...stored), fc.nat(), async (encoded, leaf) => {
        const { signatures: kept, ...restored } = throughJson(decodeTransaction(encoded), String);
        const wrong = { ...(damaged(restored, { leaf: leaf % leaves(restored) }) as Transaction), signatures: kept };
        expect(await sent(wrong)).toEqual([expect.stringMatching(/^(ARGUMENT|SIGNATURE|ADDRESS)_INVALID$/), 0]);
      }),
      { numRuns: scaled(80) },
    ));
});

test('broadcastTransaction sends a type that this package does not know as bytes', async () => {
  const transaction = { ...laterTypeTransaction(), signatures: ['01'.repeat(65)] };
  const { txID } = transaction;
  const encoded = encodeTransaction(transaction);
  const { client, requests } = clientWithAnswers(Response.json({ result: true, txid: txID }));
  expect(await broadcastTransaction(client, transaction)).toEqual({ txID, status: 'accepted' });
  expect(requests.map(({ path, body }) => [path, body])).toEqual([['/wallet/broadcasthex', { transaction: encoded }]]);
});
