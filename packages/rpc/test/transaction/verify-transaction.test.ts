import {
  createNodeClient,
  createTransaction,
  fallback,
  http,
  isRpcError,
  toAddress,
  triggerSmartContract,
  type BuildOptions,
} from '@coin/rpc';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { transferBuiltAt } from '../support/built-transfer.ts';
import { clientWithAnswers, jsonResponse } from '../support/client-with-answers.ts';
import { clockAt } from '../support/clock-at.ts';
import { BUILT_AT, recorded, recordedResponse } from '../support/recordings.ts';

describe('a built transaction', () => {
  const node = JSON.parse(recorded('build.memo').answer);
  const request = {
    owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
    to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8',
    amount: 1_000_000n,
    memo: 'thanks',
  };
  const build = async (answer: unknown, args = request) => {
    const { client } = clientWithAnswers(Response.json(answer));
    try {
      return await createTransaction(client, args);
    } catch (error) {
      if (isRpcError(error, 'TRANSACTION_MISMATCH')) return error.context.field;
      throw error;
    }
  };

  test('is accepted when it is the requested one', async () => {
    expect(await build(node)).toMatchObject({ txID: node.txID });
  });

  test.each([
    [
      'another recipient',
      { ...request, to: 'TPWVVoejXGpTUtbWuFzAuexuQHP8fgWAqM' },
      'raw_data.contract.0.parameter.value.to_address',
    ],
    ['another amount', { ...request, amount: 999_999n }, 'raw_data.contract.0.parameter.value.amount'],
    [
      'another payer',
      { ...request, owner: 'TPWVVoejXGpTUtbWuFzAuexuQHP8fgWAqM' },
      'raw_data.contract.0.parameter.value.owner_address',
    ],
    ['another memo', { ...request, memo: 'thank you' }, 'raw_data.data'],
    ['another permission', { ...request, permissionId: 2 }, 'raw_data.contract.0.Permission_id'],
  ])('is rejected, with the field’s name, when it has %s', async (_, args, field) => {
    expect(await build(node, args)).toBe(field);
  });

  test('is rejected when its JSON is right but its bytes are not', async () => {
    const hex = node.raw_data_hex.replace('18c0843d', '18c0853d');
    expect(hex).not.toBe(node.raw_data_hex);
    expect(await build({ ...node, raw_data_hex: hex })).toBe('raw_data_hex');
  });

  const { ref_block_bytes: number, ref_block_hash: hash } = node.raw_data;
  test.each<[string, object]>([
    ['number of a reference block', { ref_block_bytes: number === '0000' ? '0001' : '0000' }],
    ['hash of a reference block', { ref_block_hash: hash.replace(/^./, hash.startsWith('0') ? '1' : '0') }],
    ['expiration', { expiration: node.raw_data.expiration + 1 }],
    ['timestamp', { timestamp: node.raw_data.timestamp - 1 }],
  ])('is rejected when its JSON has another %s than its bytes', async (_, other) => {
    expect(await build({ ...node, raw_data: { ...node.raw_data, ...other } })).toBe('raw_data_hex');
  });

  test('is accepted with any reference block, expiration and timestamp that its bytes have too', async () => {
    const [other, otherHash] = [
      number === 'abcd' ? '1234' : 'abcd',
      hash.replace(/^./, hash.startsWith('0') ? '1' : '0'),
    ];
    const hex = node.raw_data_hex
      .replace(`0a02${number}`, `0a02${other}`)
      .replace(`2208${hash}`, `2208${otherHash}`) as string;
    expect(hex).not.toBe(node.raw_data_hex);
    const raw = { ...node.raw_data, ref_block_bytes: other, ref_block_hash: otherHash };
    const txID = bytesToHex(sha256(hexToBytes(hex)));
    expect(await build({ ...node, txID, raw_data: raw, raw_data_hex: hex })).toMatchObject({ txID });
  });

  test('is rejected when its id is not the hash of its bytes', async () => {
    expect(await build({ ...node, txID: node.txID.replace(/^../, '00') })).toBe('txID');
  });

  test('is rejected when it has a second contract', async () => {
    const [contract] = node.raw_data.contract;
    const second = node.raw_data_hex.slice(node.raw_data_hex.indexOf('5a67'), node.raw_data_hex.indexOf('70df96'));
    const hex = node.raw_data_hex.replace('70df96', `${second}70df96`);
    expect(
      await build({ ...node, raw_data_hex: hex, raw_data: { ...node.raw_data, contract: [contract, contract] } }),
    ).toBe('raw_data.contract.1');
  });

  test.each<[string, object, string]>([
    ['a reference block that is not hexadecimal', { ref_block_bytes: 'zzzz' }, 'raw_data.ref_block_bytes'],
    [
      'a reference block that is too long',
      { ref_block_bytes: `${node.raw_data.ref_block_bytes}00` },
      'raw_data.ref_block_bytes',
    ],
    ['a reference block of other characters', { ref_block_hash: `x${'0'.repeat(15)}` }, 'raw_data.ref_block_hash'],
    ['a reference block with a tail', { ref_block_hash: `${'0'.repeat(15)}x` }, 'raw_data.ref_block_hash'],
    ['a reference block of another type', { ref_block_bytes: ['0', '0', '0', '0'] }, 'raw_data.ref_block_bytes'],
    ['no timestamp', { timestamp: undefined }, 'raw_data.timestamp'],
    ['an expiration in text', { expiration: 'soon' }, 'raw_data.expiration'],
  ])('is not an answer when it has %s', async (_, wrong, field) => {
    const { client } = clientWithAnswers(Response.json({ ...node, raw_data: { ...node.raw_data, ...wrong } }));
    await expect(createTransaction(client, request)).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
      context: { path: '/wallet/createtransaction', field },
      endpoint: 'http://node.example',
    });
  });

  test('is rejected with the requested memo as absent when the node added one', async () => {
    const { memo: _, ...rest } = request;
    await expect(createTransaction(clientWithAnswers('build.memo').client, rest)).rejects.toMatchObject({
      code: 'TRANSACTION_MISMATCH',
      context: { field: 'raw_data.data', requested: 'absent', built: '"7468616e6b73"' },
      endpoint: 'http://node.example',
    });
  });

  test('is rejected, with the field’s name, when long texts differ at their ends only', async () => {
    const memo = 'thanks'.repeat(50);
    const data = `${Buffer.from(memo).toString('hex').slice(0, -2)}00`;
    expect(await build({ ...node, raw_data: { ...node.raw_data, data } }, { ...request, memo })).toBe('raw_data.data');
  });

  test.each([-1, 10, 1.5])('cannot have the permission %s', async (permissionId) => {
    const { client, requests } = clientWithAnswers('build.memo');
    await expect(createTransaction(client, { ...request, permissionId })).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument: 'permissionId' },
    });
    expect(requests).toEqual([]);
  });

  /** What comes of a transaction that a node with these times builds, in milliseconds after it was requested. */
  async function buildWith({ timestamp = 0, expiration = 60_000, head = 0, takesMs = 0 }, options: BuildOptions = {}) {
    let now = BUILT_AT;
    const { client } = clientWithAnswers(
      ({ path }) => {
        now = BUILT_AT + takesMs;
        if (path === '/wallet/getnowblock') return headAt(BUILT_AT + head);
        return transferBuiltAt({ timestamp: BUILT_AT + timestamp, expiration: BUILT_AT + expiration });
      },
      { clock: clockAt(() => now) },
    );
    const { memo: _, ...transfer } = request;
    try {
      return (await createTransaction(client, transfer, options)) && 'built';
    } catch (error) {
      if (isRpcError(error, 'TRANSACTION_MISMATCH')) return error.context.field;
      if (!isRpcError(error)) throw error;
      return `${error.code} ${Object.values(error.context).join()} ${error.retryable}`;
    }
  }
  const headAt = (timestamp: number) => Response.json({ block_header: { raw_data: { timestamp } } });

  test('is accepted while the clocks of node and client are at most ten seconds apart, however long the answer takes', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -86_400_000, max: 86_400_000 }),
        fc.integer({ min: 0, max: 30_000 }),
        async (timestamp, takesMs) => {
          const skewMs = timestamp < 0 ? timestamp : Math.max(0, timestamp - takesMs);
          const outcome = await buildWith({ timestamp, expiration: timestamp + 60_000, takesMs });
          expect(outcome).toBe(Math.abs(skewMs) <= 10_000 ? 'built' : `CLOCK_WRONG ${skewMs} false`);
        },
      ),
      {
        examples: [
          [-10_000, 0],
          [-10_001, 0],
          [10_000, 0],
          [10_001, 0],
          [40_000, 30_000],
          [40_001, 30_000],
        ],
      },
    ));

  test('is accepted while the head of its node is at most half a minute old, whatever life the node gives it', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -60_000, max: 3_600_000 }),
        fc.constantFrom(10_000, 30_000, 60_000, 120_000),
        async (lagMs, lifeMs) => {
          const outcome = await buildWith({ head: -lagMs, expiration: lifeMs - lagMs });
          // Whether a longer life hides the lag depends on what the node is configured with.
          const isHidden = lifeMs > 60_000 && lifeMs - lagMs >= 30_000;
          const lags = lagMs > 30_000 && !isHidden;
          const shown = lifeMs - lagMs <= 0 ? 60_000 - (lifeMs - lagMs) : lagMs;
          expect(outcome).toBe(lags || lifeMs <= lagMs ? `NODE_LAGS ${shown} true` : 'built');
        },
      ),
      {
        examples: [
          [30_000, 60_000],
          [30_001, 60_000],
          [59_999, 60_000],
          [60_000, 60_000],
          [0, 10_000],
          [9_999, 10_000],
        ],
      },
    ));

  test('is not accepted when another node tells a fresh head, because its own lags', async () => {
    const heads = { a: -45_000, b: 0 };
    const transport = fallback(
      Object.entries(heads).map(([name, head]) =>
        http(`http://${name}.example`, {
          retry: 0,
          async fetch(input) {
            const { pathname } = new URL((input as Request).url);
            if (pathname === '/wallet/getblockbynum') return recordedResponse('chain.block-0');
            if (pathname === '/wallet/getnowblock') return headAt(BUILT_AT + head);
            return transferBuiltAt({ timestamp: BUILT_AT, expiration: BUILT_AT + head + 60_000 });
          },
        }),
      ),
    );
    const client = createNodeClient({ transport, clock: clockAt(BUILT_AT) });
    const { memo: _, ...transfer } = request;
    const error: unknown = await createTransaction(client, transfer).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'NODE_LAGS', retryable: true, endpoint: 'http://a.example' });
    expect((await createTransaction(client, transfer)).expiration).toBe(BUILT_AT + 60_000);
  });

  test('may have a shorter or a longer life when the client or the call says so', async () => {
    const lives = [30_000, 30_001, 3_600_000, 3_600_001];
    const outcomes = (maxLifeMs: number) =>
      Promise.all(lives.map((expiration) => buildWith({ expiration }, { maxLifeMs })));
    expect(await outcomes(30_000)).toEqual(['built', 'expiration', 'expiration', 'expiration']);
    expect(await outcomes(3_600_000)).toEqual(['built', 'built', 'built', 'expiration']);
  });

  test('is rejected when its fee limit is not the requested one', async () => {
    const { body, answer } = recorded('energy.tx.toggle.build');
    const { owner_address: owner, contract_address: contract } = JSON.parse(body ?? '') as Record<string, string>;
    const visible = answer.replaceAll(/"(41[\da-f]{40})"/g, (_, address: string) => `"${toAddress(address)}"`);
    const { client } = clientWithAnswers(jsonResponse(visible));
    const call = { owner: owner ?? '', contract: contract ?? '', functionSelector: 'toggle()', feeLimit: 5n };
    await expect(triggerSmartContract(client, call)).rejects.toMatchObject({
      code: 'TRANSACTION_MISMATCH',
      context: { field: 'raw_data.fee_limit', requested: '5', built: '1000000000' },
    });
  });
});
