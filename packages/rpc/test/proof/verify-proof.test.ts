import { isRpcError } from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { verifyProof, type Certificate, type WitnessCycle, type WitnessSchedule } from '@coin/rpc/proof';
import { createKeySigner } from '@coin/rpc/signer';
import { describe, expect, test } from 'vitest';
import {
  bytesField,
  certificateOf,
  integerField,
  leafHash,
  rawData,
  result,
  SIGNATURE,
  signedHeaders,
  SUCCESS,
  witnesses,
  type Step,
  type Witness,
} from '../support/signed-chain.ts';

const [A, B, C, D, E, F] = witnesses as [Witness, Witness, Witness, Witness, Witness, Witness];
const hex = ({ address }: Witness) => addressToHex(address);

const transfer = bytesField(1, hex(D)) + bytesField(2, hex(E)) + integerField(3, 7);
const signedTransfer = bytesField(1, rawData(1, 'TransferContract', transfer)) + SIGNATURE;
const callValue = bytesField(1, hex(D)) + bytesField(2, hex(F)) + bytesField(4, '00');
const signedCall = bytesField(1, rawData(31, 'TriggerSmartContract', callValue)) + SIGNATURE;
const paid = signedTransfer + result(SUCCESS);

const cycle = (from: number, until: number, list: readonly Witness[]): WitnessCycle => ({
  from,
  until,
  witnesses: list.map(({ address, key }) => ({ address, signer: key.address })),
});
const END = 900_000;
const three: WitnessSchedule = { genesisTime: 0, cycles: [cycle(0, END, [A, B, C])] };

/** Block N at the Nth slot. */
const at = (number: number, by: Witness, change: Partial<Step> = {}): Step => ({
  number,
  time: number * 3000,
  by,
  ...change,
});
/** Block 102, and all that makes it solid. */
const chain = [at(100, B), at(101, C), at(102, A), at(103, B), at(104, C)] as const;
const changed = (index: number, change: Partial<Step>): readonly Step[] =>
  chain.map((step, at) => (at === index ? { ...step, ...change } : step));

function codeOf(certificate: Certificate, schedule = three): string {
  try {
    verifyProof(certificate, { witnesses: schedule });
    return 'accepted';
  } catch (error) {
    if (isRpcError(error)) return error.code;
    throw error;
  }
}

test('accepts a block that all witnesses have built on, signed by the keys of the list', () => {
  expect(verifyProof(certificateOf(paid, chain), { witnesses: three })).toMatchObject({
    blockNumber: 102,
    blockTime: 306_000,
    succeeded: true,
    payment: { kind: 'transfer', from: D.address, to: E.address, amount: 7n },
  });
});

describe('rejects a witness that', () => {
  const alone: WitnessSchedule = { genesisTime: 0, cycles: [cycle(0, END, [A])] };

  test.each<[deed: string, steps: readonly Step[], code: string, schedule?: WitnessSchedule]>([
    [
      'signs with the key of its account',
      changed(2, { key: createKeySigner('01'.repeat(32)) }),
      'BLOCK_SIGNATURE_INVALID',
    ],
    ['lets another key sign above the block', changed(3, { key: D.key }), 'BLOCK_SIGNATURE_INVALID'],
    ['lets another key sign the last block', changed(4, { key: D.key }), 'BLOCK_SIGNATURE_INVALID'],
    ['is not in the list', changed(4, { by: D }), 'BLOCK_SIGNATURE_INVALID'],
    ['makes a block out of turn', changed(4, { by: A }), 'WITNESS_OUT_OF_TURN'],
    [
      'makes a block at the time of its parent',
      [at(100, A), at(101, A), at(102, A, { time: 303_000 })],
      'WITNESS_OUT_OF_TURN',
      alone,
    ],
    ['skips a number', [at(100, A), at(101, A), at(102, A, { number: 103 })], 'PARENT_MISMATCH', alone],
    ['names another parent', changed(3, { parent: 'cd'.repeat(32) }), 'PARENT_MISMATCH'],
    [
      'names another parent than the block before the certificate',
      changed(2, { parent: 'cd'.repeat(32) }),
      'PARENT_MISMATCH',
    ],
  ])('%s', (_, steps, code, schedule) => {
    expect(codeOf(certificateOf(paid, steps), schedule)).toBe(code);
  });
});

test('says which key signed a block instead of the key of its witness', () => {
  expect(() => verifyProof(certificateOf(paid, changed(4, { key: D.key })), { witnesses: three })).toThrow(
    `Block 104: its signature is by ${D.key.address}, not by ${C.key.address}, the key of its witness.`,
  );
});

test('a signature that was seen is not taken for another header or for another signer', () => {
  const seen = certificateOf(paid, chain);
  expect(codeOf(seen)).toBe('accepted');
  const byAnother = certificateOf(paid, changed(4, { key: D.key }));
  expect(byAnother.headers.at(-1)?.header).toBe(seen.headers.at(-1)?.header);
  expect(codeOf(byAnother)).toBe('BLOCK_SIGNATURE_INVALID');
  const later = certificateOf(paid, changed(4, { time: 104 * 3000 + 1 }));
  const [signature = ''] = seen.headers.slice(-1).map((last) => last.signature);
  const headers = later.headers.map((header, index) => (index === 2 ? { ...header, signature } : header));
  expect(codeOf({ ...later, headers })).toBe('BLOCK_SIGNATURE_INVALID');
});

describe('across a maintenance', () => {
  const before = cycle(0, 306_000, [A, B, C]);
  const after = cycle(306_000, END, [D, E, F]);
  const both: WitnessSchedule = { genesisTime: 0, cycles: [before, after] };
  const steps = [at(100, B), at(101, C), at(102, A)];
  // Block 102 is the first at or after the maintenance: two slots are skipped. Block 103 is in slot 1 after 102, whose
  // own slot since the genesis block is 102: the turn is that of index 103 % 3. Block 104 follows it without a gap.
  const above: readonly Step[] = [
    { number: 103, time: 315_000, by: E },
    { number: 104, time: 318_000, by: E },
    { number: 105, time: 321_000, by: F },
    { number: 106, time: 324_000, by: D },
  ];

  test('blocks of witnesses that left the list do not count', () => {
    expect(codeOf(certificateOf(paid, steps), both)).toBe('BLOCK_NOT_SOLID');
    expect(codeOf(certificateOf(paid, [...steps, ...above.slice(0, 3)]), both)).toBe('BLOCK_NOT_SOLID');
    expect(codeOf(certificateOf(paid, [...steps, ...above]), both)).toBe('accepted');
  });

  test('a block that was solid stays so when more witnesses are needed', () => {
    const one: WitnessSchedule = { genesisTime: 0, cycles: [cycle(0, 309_000, [A]), cycle(309_000, END, [D, E, F])] };
    const solid = [at(100, A), at(101, A), at(102, A)];
    expect(codeOf(certificateOf(paid, solid), one)).toBe('accepted');
    expect(codeOf(certificateOf(paid, [...solid, at(103, A)]), one)).toBe('accepted');
  });

  test('the skipped slots belong to nobody', () => {
    const early = above.map((step) => ({ ...step, time: step.time - 3000 }));
    expect(codeOf(certificateOf(paid, [...steps, ...early]), both)).toBe('WITNESS_OUT_OF_TURN');
  });

  test('a time that no cycle covers has no witnesses', () => {
    expect(codeOf(certificateOf(paid, [...steps, ...above]), { genesisTime: 0, cycles: [before] })).toBe(
      'WITNESSES_UNKNOWN',
    );
  });
});

test('block 1 is made by a witness of its own cycle, which may begin after block 0', () => {
  const [genesis, ...headers] = signedHeaders([at(0, A), at(1, B, { root: leafHash(paid) })]);
  const certificate: Certificate = {
    version: 1,
    transaction: paid,
    path: [],
    before: [genesis?.header ?? ''],
    headers,
  };
  const from = (time: number): WitnessSchedule => ({ genesisTime: 0, cycles: [cycle(time, END, [B])] });
  expect(codeOf(certificate, from(3000))).toBe('accepted');
  expect(codeOf(certificate, from(3001))).toBe('WITNESSES_UNKNOWN');
});

describe('a transaction', () => {
  const leaf = (transaction: string) => certificateOf(transaction, chain);

  test.each<[fault: string, transaction: string]>([
    ['without a signature', bytesField(1, rawData(1, 'TransferContract', transfer)) + result(SUCCESS)],
    ['that calls a contract, without a result', signedCall],
    ['with two results', paid + result(SUCCESS)],
    ['with fields in another order', result(SUCCESS) + signedTransfer],
  ])('%s is rejected', (_, transaction) => {
    expect(codeOf(leaf(transaction))).toBe('ARGUMENT_INVALID');
  });

  test.each<[written: string, results: string]>([
    ['no result', ''],
    ['an empty result', bytesField(5, '')],
    ['two empty results', bytesField(5, '') + bytesField(5, '')],
  ])('that moves coin took effect if its witness wrote %s', (_, results) => {
    expect(verifyProof(leaf(signedTransfer + results), { witnesses: three })).toMatchObject({
      succeeded: true,
      result: 'DEFAULT',
      payment: { kind: 'transfer', from: D.address, to: E.address, amount: 7n },
    });
  });

  test('that calls a contract and has an empty result did not succeed', () => {
    const { succeeded, payment } = verifyProof(leaf(signedCall + bytesField(5, '')), { witnesses: three });
    expect({ succeeded, payment }).toEqual({ succeeded: false, payment: undefined });
  });

  test('with a field of a later version is proven, with that field', () => {
    const later = paid + integerField(12, 1);
    expect(codeOf(leaf(later))).toBe('accepted');
    expect(codeOf({ ...leaf(paid), transaction: later })).toBe('TRANSACTION_ROOT_MISMATCH');
  });

  test.each<[name: string, contractRet: number]>([
    ['REVERT', 2],
    ['OUT_OF_ENERGY', 10],
    ['TRANSFER_FAILED', 14],
  ])('that ended with %s states no payment', (name, contractRet) => {
    const {
      succeeded,
      result: ending,
      payment,
    } = verifyProof(leaf(signedTransfer + result(contractRet)), { witnesses: three });
    expect({ succeeded, ending, payment }).toEqual({ succeeded: false, ending: name, payment: undefined });
  });

  const word = (digits: string) => digits.padStart(64, '0');
  const called = (data: string) => {
    const value = bytesField(1, hex(D)) + bytesField(2, hex(F)) + bytesField(4, data);
    const call = bytesField(1, rawData(31, 'TriggerSmartContract', value)) + SIGNATURE + result(SUCCESS);
    return verifyProof(leaf(call), { witnesses: three }).payment;
  };
  const to = hex(E).slice(2);

  test('that calls transfer(address,uint256) states a payment of tokens', () => {
    expect(called(`a9059cbb${word(to)}${word('07')}`)).toEqual({
      kind: 'token',
      token: F.address,
      from: D.address,
      to: E.address,
      amount: 7n,
    });
  });

  test.each<[fault: string, data: string]>([
    ['of another function', `095ea7b3${word(to)}${word('07')}`],
    ['with bits before the address', `a9059cbb${'41'.padStart(24, '0')}${to}${word('07')}`],
    ['with more data', `a9059cbb${word(to)}${word('07')}00`],
    ['with less data', `a9059cbb${word(to)}${word('07').slice(2)}`],
  ])('that makes a call %s states no payment', (_, data) => {
    expect(called(data)).toBeUndefined();
  });

  test('that moves a TRC-10 token states a payment of it', () => {
    const value = bytesField(1, '31303030303031') + bytesField(2, hex(D)) + bytesField(3, hex(E)) + integerField(4, 9);
    const moved = bytesField(1, rawData(2, 'TransferAssetContract', value)) + SIGNATURE + result(SUCCESS);
    expect(verifyProof(leaf(moved), { witnesses: three }).payment).toEqual({
      kind: 'asset',
      tokenId: '1000001',
      from: D.address,
      to: E.address,
      amount: 9n,
    });
  });
});

test.each<[node: string, bytes: string]>([
  ['hashes', leafHash(paid) + leafHash(signedTransfer)],
  // As a pair of transactions can be found whose hashes begin so.
  ['hashes that decode to raw data', `0a3e${leafHash(paid)}${leafHash(signedTransfer)}`.slice(0, 128)],
])('an inner node of the tree is no transaction, with %s', (_, bytes) => {
  expect(codeOf(certificateOf(bytes, chain))).toBe('ARGUMENT_INVALID');
});

describe('ARGUMENT_INVALID names', () => {
  const certificate = certificateOf(paid, chain);
  const { cycles } = three;

  test.each<[argument: string, certificate: object, schedule: object]>([
    ['version of the certificate', { ...certificate, version: 2 }, three],
    ['before', { ...certificate, before: certificate.before.slice(1) }, three],
    ['headers', { ...certificate, headers: [] }, three],
    ['witnesses of a cycle', certificate, { ...three, cycles: [cycle(0, END, [])] }],
    ['from of witnesses.cycles', certificate, { ...three, cycles: [...cycles, cycle(END - 1, END + 1, [A])] }],
    ['until of witnesses.cycles', certificate, { ...three, cycles: [cycle(5, 5, [A])] }],
  ])('%s', (argument, wrong, schedule) => {
    expect(() => verifyProof(wrong as Certificate, { witnesses: schedule as WitnessSchedule })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument }) as object }),
    );
  });
});
