import {
  assetTransfers,
  getNowBlock,
  tokenTransfers,
  coinTransfers,
  type Block,
  type ContractLog,
  type InternalTransaction,
  type TransactionInfo,
} from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers } from '../support/client-with-answers.ts';

const FROM = 'TB4ztgEPR3D9bQrfn8zQ6zLcVqnQjSiSh3';
const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const CONTRACT = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const txID = 'ab'.repeat(32);
const unexpected = expect.objectContaining({ code: 'RESPONSE_INVALID' });

const recordedBlock = await getNowBlock(clientWithAnswers('chain.getnowblock').client);
const blockWith = (change: object): Block => ({
  ...recordedBlock,
  transactions: recordedBlock.transactions.map((one) => ({ ...one, ...change })),
});

const call = {
  txID,
  contractType: 'TriggerSmartContract',
  result: 'SUCCESS',
  value: { owner_address: FROM, contract_address: CONTRACT, call_value: 2n ** 62n },
};
const infoWith = (change: object): TransactionInfo =>
  ({ txID, succeeded: true, logs: [], internalTransactions: [], ...change }) as unknown as TransactionInfo;
const internal = (change: object = {}): InternalTransaction => ({
  caller: CONTRACT,
  to: TO,
  note: 'call',
  rejected: false,
  callValue: 9n,
  tokens: [],
  ...change,
});

describe('coinTransfers', () => {
  const [transfer] = recordedBlock.transactions;

  test('gives successful transfers exactly', () => {
    const expected = { txID: transfer?.txID, index: 0, kind: 'transfer', from: FROM, to: TO, amount: 5n };
    expect(coinTransfers(recordedBlock)).toEqual([expected]);
    expect(coinTransfers(recordedBlock, [infoWith({ txID: transfer?.txID })])).toEqual([expected]);
    const large = blockWith({ value: { ...transfer?.value, amount: 2n ** 63n - 1n } });
    expect(coinTransfers(large)).toEqual([{ ...expected, amount: 2n ** 63n - 1n }]);
  });

  test('leaves out failed transfers', () => {
    expect(coinTransfers(blockWith({ result: 'OUT_OF_TIME' }))).toEqual([]);
    expect(coinTransfers(recordedBlock, [infoWith({ txID: transfer?.txID, succeeded: false })])).toEqual([]);
    const internalTransactions = [internal()];
    expect(
      coinTransfers(blockWith({ ...call, result: 'REVERT' }), [infoWith({ succeeded: false, internalTransactions })]),
    ).toEqual([]);
  });

  test('gives a transfer whose witness wrote no result', () => {
    const { result: _, ...withoutResult } = transfer!;
    const block = { ...recordedBlock, transactions: [withoutResult] };
    expect(coinTransfers(block)).toEqual(coinTransfers(recordedBlock));
    expect(coinTransfers(block, [infoWith({ txID: transfer?.txID })])).toEqual(coinTransfers(recordedBlock));
    expect(coinTransfers({ ...block, number: 0 })).toEqual([]);
  });

  test.each([1.5, 0, -5, '5', null, 2n ** 63n])('rejects a transfer of %s', (amount) => {
    expect(() => coinTransfers(blockWith({ value: { ...transfer?.value, amount } }))).toThrow(unexpected);
  });

  test.each<[string, object]>([
    ['6d656d6f20c3a9', { memo: 'memo é', memoHex: '6d656d6f20c3a9' }],
    ['efbbbf37', { memo: '\uFEFF7', memoHex: 'efbbbf37' }],
    ['ff00', { memoHex: 'ff00' }],
    ['not hex', { memoHex: 'not hex' }],
  ])('gives the memo %s', (memoHex, memo) => {
    const [found] = coinTransfers(blockWith({ memoHex }));
    expect(found).toEqual({
      txID: transfer?.txID,
      index: 0,
      kind: 'transfer',
      from: FROM,
      to: TO,
      amount: 5n,
      ...memo,
    });
  });

  test('with infos, includes coin sent with calls and deployments, and coin sent by contracts', () => {
    const info = infoWith({
      internalTransactions: [
        internal(),
        internal({ note: 'create', to: FROM }),
        internal({ note: 'suicide', callValue: 3n }),
      ],
    });
    const sent = { txID, kind: 'contract', from: CONTRACT };
    const internals = [
      { ...sent, index: 1, to: TO, amount: 9n },
      { ...sent, index: 2, to: FROM, amount: 9n },
      { ...sent, index: 3, to: TO, amount: 3n },
    ];
    const came = { txID, index: 0, kind: 'call', from: FROM, to: CONTRACT };
    expect(coinTransfers(blockWith(call), [info])).toEqual([{ ...came, amount: 2n ** 62n }, ...internals]);
    const deployment = {
      ...call,
      contractType: 'CreateSmartContract',
      value: { owner_address: FROM, new_contract: { call_value: 7 } },
    };
    expect(coinTransfers(blockWith(deployment), [{ ...info, contractAddress: CONTRACT }])).toEqual([
      { ...came, amount: 7n },
      ...internals,
    ]);
    expect(coinTransfers(blockWith(call))).toEqual([]);
    const without = { ...call, value: { owner_address: FROM, contract_address: CONTRACT } };
    expect(coinTransfers(blockWith(without), [infoWith({})])).toEqual([]);
  });

  test.each<[string, object]>([
    ['rejected', { rejected: true }],
    ['without coin', { callValue: 0n }],
    ['from a contract to itself', { to: CONTRACT }],
    ['a stake', { note: 'freezeBalanceV2ForEnergy' }],
    ['a delegation', { note: 'delegateResourceOfEnergy' }],
    ['counted in the self-destruction before it', { note: 'withdrawExpireUnfreezeWhileSuiciding' }],
  ])('leaves out an internal transaction that is %s', (_, change) => {
    const without = { ...call, value: { owner_address: FROM, contract_address: CONTRACT } };
    expect(coinTransfers(blockWith(without), [infoWith({ internalTransactions: [internal(change)] })])).toEqual([]);
  });

  test('rejects infos of another block', () => {
    for (const infos of [[], [infoWith({})], [infoWith({ txID: transfer?.txID }), infoWith({})]])
      expect(() => coinTransfers(recordedBlock, infos)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
  });
});

describe('assetTransfers', () => {
  const tokenId = '1000001';
  const own = { txID, index: 0, kind: 'transfer', tokenId, from: FROM, to: TO, amount: 7n };
  const transfer = {
    txID,
    contractType: 'TransferAssetContract',
    value: { owner_address: FROM, to_address: TO, asset_name: tokenId, amount: 7 },
  };
  const paidCall = { ...call, value: { ...call.value, call_token_value: 5, token_id: 1000001 } };
  const came = { ...own, kind: 'call', to: CONTRACT, amount: 5n };

  test('gives successful transfers exactly, and none of coin', () => {
    expect(assetTransfers(recordedBlock)).toEqual([]);
    expect(assetTransfers(blockWith(transfer))).toEqual([own]);
    expect(assetTransfers(blockWith(transfer), [infoWith({})])).toEqual([own]);
    const large = { ...transfer, value: { ...transfer.value, amount: 2n ** 63n - 1n } };
    expect(assetTransfers(blockWith({ ...large, memoHex: '37' }))).toEqual([
      { ...own, amount: 2n ** 63n - 1n, memo: '7', memoHex: '37' },
    ]);
    expect(coinTransfers(blockWith(transfer), [infoWith({})])).toEqual([]);
  });

  test('with infos, includes tokens that came with calls and deployments, and tokens sent by contracts', () => {
    const tokens = [
      { id: tokenId, amount: 3n },
      { id: '1000002', amount: 0n },
      { id: '1000003', amount: 4n },
    ];
    const info = infoWith({ logs: [{}], internalTransactions: [internal({ callValue: 0n }), internal({ tokens })] });
    const sent = { txID, index: 3, kind: 'contract', from: CONTRACT, to: TO };
    const internals = [
      { ...sent, tokenId, amount: 3n },
      { ...sent, tokenId: '1000003', amount: 4n },
    ];
    expect(assetTransfers(blockWith(paidCall), [info])).toEqual([came, ...internals]);
    expect(assetTransfers(blockWith(call), [info])).toEqual(internals);
    expect(assetTransfers(blockWith(paidCall))).toEqual([]);
    const deployment = { ...paidCall, contractType: 'CreateSmartContract' };
    expect(assetTransfers(blockWith(deployment), [infoWith({ contractAddress: TO })])).toEqual([{ ...came, to: TO }]);
  });

  test('leaves out what failed, was undone, or moved nothing', () => {
    const tokens = [{ id: tokenId, amount: 3n }];
    expect(assetTransfers(blockWith({ ...transfer, result: 'OUT_OF_TIME' }))).toEqual([]);
    const failed = infoWith({ succeeded: false, internalTransactions: [internal({ tokens })] });
    expect(assetTransfers(blockWith({ ...paidCall, result: 'REVERT' }), [failed])).toEqual([]);
    for (const change of [{ rejected: true }, { to: CONTRACT }, { note: 'voteWitness' }]) {
      const internalTransactions = [internal({ tokens, ...change })];
      expect(assetTransfers(blockWith(call), [infoWith({ internalTransactions })])).toEqual([]);
    }
    const stake = { ...paidCall, contractType: 'FreezeBalanceV2Contract' };
    expect(assetTransfers(blockWith(stake), [infoWith({ contractAddress: CONTRACT })])).toEqual([]);
  });

  test.each([1.5, 0, -5, '5', null, undefined, 2n ** 63n])('rejects a transfer of %s', (amount) => {
    const wrong = { ...transfer, value: { ...transfer.value, amount } };
    expect(() => assetTransfers(blockWith(wrong))).toThrow(unexpected);
  });

  test('rejects infos of another block', () => {
    expect(() => assetTransfers(blockWith(transfer), [])).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID' }),
    );
  });
});

describe('tokenTransfers', () => {
  const TOPIC = bytesToHex(keccak_256(new TextEncoder().encode('Transfer(address,address,uint256)')));
  const word = (address: string): string => addressToHex(address).slice(2).padStart(64, '0');
  const log = (change: Partial<ContractLog> = {}): ContractLog => ({
    address: CONTRACT,
    topics: [TOPIC, word(FROM), word(TO)],
    data: 'f'.repeat(64),
    ...change,
  });
  const found = { txID, index: 1, token: CONTRACT, from: FROM, to: TO, amount: 2n ** 256n - 1n };

  test('returns the transfers in Transfer logs, with their position in the transaction', () => {
    const other = log({ topics: ['00'.repeat(32)] });
    const nothing = log({ data: '0'.repeat(64) });
    expect(tokenTransfers([infoWith({ logs: [log(), other, nothing] }), infoWith({ logs: [] })])).toEqual([
      found,
      { ...found, index: 3, amount: 0n },
    ]);
  });

  test('returns transfers of selected tokens and to selected receivers', () => {
    const infos = [infoWith({ logs: [log(), log({ address: FROM }), log({ topics: [TOPIC, word(TO), word(FROM)] })] })];
    const indexes = (options: Parameters<typeof tokenTransfers>[1]) =>
      tokenTransfers(infos, options).map(({ index }) => index);
    expect(indexes({ token: CONTRACT })).toEqual([1, 3]);
    expect(indexes({ token: [CONTRACT, FROM] })).toEqual([1, 2, 3]);
    expect(indexes({ token: addressToHex(CONTRACT), to: addressToHex(TO) })).toEqual([1]);
    expect(indexes({ to: [] })).toEqual([]);
    expect(() => indexes({ to: 'nobody' })).toThrow(expect.objectContaining({ code: 'ADDRESS_INVALID' }));
  });

  test.each([999, 1000])('finds a receiver among %i, written in either form', (count) => {
    const others = Array.from({ length: count - 1 }, (_, index) => `41${index.toString(16).padStart(40, '0')}`);
    for (const receiver of [TO, addressToHex(TO)])
      expect(tokenTransfers([infoWith({ logs: [log()] })], { to: [...others, receiver] })).toEqual([found]);
    expect(tokenTransfers([infoWith({ logs: [log()] })], { to: [...others, FROM] })).toEqual([]);
    expect(() => tokenTransfers([], { to: [...others, 'nobody'] })).toThrow(
      expect.objectContaining({ code: 'ADDRESS_INVALID' }),
    );
  });

  test('verifies the checksums of up to 999 receivers, and the form of more', () => {
    const wrong = `${TO.slice(0, -1)}1`;
    const listOf = (count: number, last: string) => () =>
      tokenTransfers([], { to: [...Array.from({ length: count - 1 }, () => TO), last] });
    const invalid = expect.objectContaining({ code: 'ADDRESS_INVALID' });
    for (const count of [1, 999]) expect(listOf(count, wrong)).toThrow(invalid);
    expect(listOf(1000, wrong)).not.toThrow();
    for (const last of [`${TO}1`, `1${TO}`, TO.slice(1)]) expect(listOf(1000, last)).toThrow(invalid);
  });

  test('reads each of many receivers once', () => {
    let reads = 0;
    const many = Array.from({ length: 10_000 }, () => TO);
    const to = new Proxy(many, {
      get(target, key, receiver) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const infos = Array.from({ length: 500 }, () => infoWith({ logs: [log()] }));
    expect(tokenTransfers(infos, { to })).toHaveLength(500);
    expect(reads).toBe(10_000);
  });

  test('gives the memos of the transactions of a block', () => {
    const block = blockWith({ ...call, memoHex: '3432' });
    expect(tokenTransfers([infoWith({ logs: [log()] })], { block })).toEqual([
      { ...found, memo: '42', memoHex: '3432' },
    ]);
  });

  test.each<[string, Partial<ContractLog>]>([
    ['no topic', { topics: [] }],
    ['another signature', { topics: ['12'.repeat(32), word(FROM), word(TO)] }],
    ['one topic, and all values in its data', { topics: [TOPIC], data: word(FROM) + word(TO) + 'f'.repeat(64) }],
    ['two topics', { topics: [TOPIC, word(FROM)] }],
    ['four topics, as an ERC-721 has', { topics: [TOPIC, word(FROM), word(TO), '1'.padStart(64, '0')], data: '' }],
    ['four topics and data', { topics: [TOPIC, word(FROM), word(TO), '1'.padStart(64, '0')] }],
    ['no data', { data: '' }],
    ['short data', { data: 'ff'.repeat(31) }],
    ['long data', { data: 'ff'.repeat(33) }],
    ['data that is not hex', { data: 'x'.repeat(64) }],
    ['more than an address in a topic', { topics: [TOPIC, word(FROM), addressToHex(TO).padStart(64, '0')] }],
    ['a short topic', { topics: [TOPIC, word(FROM), word(TO).slice(2)] }],
  ])('leaves out a log with %s', (_, change) => {
    expect(tokenTransfers([infoWith({ logs: [log(change)] })])).toEqual([]);
  });

  test('leaves out the logs of a failed transaction', () => {
    expect(tokenTransfers([infoWith({ succeeded: false, logs: [log()] })])).toEqual([]);
  });
});

test('transfers of coin and tokens of one transaction have different ids, whatever a node saves', () =>
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { maxLength: 6 }),
      fc.array(fc.boolean(), { maxLength: 6 }),
      (areTransfers, areMoving) => {
        const word = (address: string): string => addressToHex(address).slice(2).padStart(64, '0');
        const topic = bytesToHex(keccak_256(new TextEncoder().encode('Transfer(address,address,uint256)')));
        const logs = areTransfers.map((isTransfer) => ({
          address: CONTRACT,
          topics: isTransfer ? [topic, word(FROM), word(TO)] : [],
          data: '1'.padStart(64, '0'),
        }));
        const internalTransactions = areMoving.map((isMoving) => internal({ callValue: isMoving ? 9n : 0n }));
        const idsWith = (change: object) => {
          const info = infoWith({ logs, ...change });
          return [...coinTransfers(blockWith(call), [info]), ...tokenTransfers([info])].map(({ index }) => index);
        };
        const ids = idsWith({ internalTransactions });
        expect(ids).toHaveLength(1 + [...areTransfers, ...areMoving].filter(Boolean).length);
        expect(new Set(ids).size).toBe(ids.length);
        // Another node, or the same one with another setting, may have fewer, but none with another id.
        expect(ids).toEqual(expect.arrayContaining(idsWith({ internalTransactions: [] })));
      },
    ),
  ));
