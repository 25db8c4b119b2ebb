// What counts as a transfer, to the last digit of its id, its addresses and its amount.
import { tokenTransfers, coinTransfers, type Block, type ContractLog, type TransactionInfo } from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { describe, expect, test } from 'vitest';

const FROM = 'TB4ztgEPR3D9bQrfn8zQ6zLcVqnQjSiSh3';
const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const CONTRACT = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const txID = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);

const transfer = {
  txID,
  contractType: 'TransferContract',
  result: 'SUCCESS',
  value: { owner_address: FROM, to_address: TO, amount: 5 },
  rawDataHex: '',
  signatures: [],
};
const blockOf = (...transactions: object[]): Block => ({ number: 7, transactions }) as unknown as Block;
const infoOf = (change: object = {}): TransactionInfo =>
  ({ txID, succeeded: true, logs: [], internalTransactions: [], ...change }) as unknown as TransactionInfo;
const argumentInvalid = (argument: string) =>
  expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument }) });

describe('coinTransfers', () => {
  test.each<[string, unknown]>([
    ['an empty id', ''],
    ['an id of 63 digits', txID.slice(1)],
    ['an id of 65 digits', `${txID}a`],
    ['an id after another digit', `x${txID}`],
    ['an id in upper case', txID.toUpperCase()],
  ])('rejects a transfer with %s', (_, wrong) => {
    expect(() => coinTransfers(blockOf({ ...transfer, txID: wrong }))).toThrow(
      expect.objectContaining({
        code: 'RESPONSE_INVALID',
        context: {
          path: 'block 7',
          field: expect.any(String),
          reason: 'not a transfer of 1 to 2^63 - 1 small units between two addresses',
        },
      }),
    );
  });

  test('rejects a transfer whose result a later version of the node wrote', () => {
    expect(() => coinTransfers(blockOf({ ...transfer, result: 'FROZEN' }))).toThrow(
      expect.objectContaining({
        code: 'RESPONSE_INVALID',
        context: expect.objectContaining({ field: txID, reason: 'its result is unknown to this version' }),
      }),
    );
  });

  test('gives a transfer without a memo no key for one', () => {
    expect(coinTransfers(blockOf(transfer))).toStrictEqual([
      { txID, index: 0, kind: 'transfer', from: FROM, to: TO, amount: 5n },
    ]);
  });

  test.each<[string, TransactionInfo[]]>([
    ['fewer infos than transactions', [infoOf()]],
    ['more infos than transactions', [infoOf(), infoOf({ txID: OTHER }), infoOf({ txID: OTHER })]],
    ['infos in another order', [infoOf({ txID: OTHER }), infoOf()]],
    ['an info of another transaction', [infoOf(), infoOf()]],
  ])('rejects %s', (_, infos) => {
    const block = blockOf(transfer, { ...transfer, txID: OTHER });
    expect(() => coinTransfers(block, infos)).toThrow(argumentInvalid('infos'));
    expect(coinTransfers(block, [infoOf(), infoOf({ txID: OTHER })])).toHaveLength(2);
  });

  test('finds none in block 0, whose transactions have no infos', () => {
    const genesis = { ...blockOf(transfer), number: 0 };
    expect(coinTransfers(genesis, [])).toEqual([]);
  });

  test('finds none in transactions of other types', () => {
    const stake = {
      ...transfer,
      contractType: 'FreezeBalanceV2Contract',
      value: { owner_address: FROM, frozen_balance: 9 },
    };
    expect(coinTransfers(blockOf(stake))).toEqual([]);
    expect(coinTransfers(blockOf(stake), [infoOf()])).toEqual([]);
  });
});

describe('tokenTransfers', () => {
  const TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const word = (address: string): string => addressToHex(address).slice(2).padStart(64, '0');
  const log = (change: object = {}): ContractLog => ({
    address: CONTRACT,
    topics: [TOPIC, word(FROM), word(TO)],
    data: `${'0'.repeat(62)}5F`,
    ...change,
  });

  test('reads hex digits in either case', () => {
    const topics = [TOPIC, word(FROM).toUpperCase(), word(TO).toUpperCase()];
    expect(tokenTransfers([infoOf({ logs: [log({ topics })] })])).toStrictEqual([
      { txID, index: 1, token: CONTRACT, from: FROM, to: TO, amount: 95n },
    ]);
  });

  test.each<[string, object]>([
    ['an amount of 63 digits', { data: 'f'.repeat(63) }],
    ['an amount of 65 digits', { data: 'f'.repeat(65) }],
    ['an amount of one digit', { data: 'f' }],
    ['an amount with another character', { data: `${'f'.repeat(63)}g` }],
    ['a sender of 65 digits', { topics: [TOPIC, `${word(FROM)}0`, word(TO)] }],
    ['a sender after another digit', { topics: [TOPIC, `0${word(FROM)}`, word(TO)] }],
    ['a sender with another character', { topics: [TOPIC, `${word(FROM).slice(1)}g`, word(TO)] }],
    ['a sender of 41 digits', { topics: [TOPIC, `0${word(FROM).slice(24)}`, word(TO)] }],
    ['a sender of 25 digits', { topics: [TOPIC, word(FROM).slice(0, 25), word(TO)] }],
    ['a receiver of 65 digits', { topics: [TOPIC, word(FROM), `${word(TO)}0`] }],
  ])('leaves out a log with %s', (_, change) => {
    expect(tokenTransfers([infoOf({ logs: [log(change)] })])).toEqual([]);
  });
});
