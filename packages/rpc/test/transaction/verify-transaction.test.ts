import { createTransaction, isRpcError, toAddress, triggerSmartContract, type BuildOptions } from '@coin/rpc';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from '../support/client-with-answers.ts';
import { clockAt } from '../support/clock-at.ts';
import { recorded } from '../support/recordings.ts';
import { type TestClientOptions } from '../support/test-client.ts';

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
    ['an expiration in text', { expiration: '1' }, 'raw_data.expiration'],
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

  /** What comes of a transaction that the node lets expire at a time, by the client's clock. */
  const buildAt = async (now: number, client: TestClientOptions = {}, options?: BuildOptions) => {
    const connection = clientWithAnswers('build.memo', { clock: clockAt(now), ...client }).client;
    try {
      return (await createTransaction(connection, request, options)).expiration;
    } catch (error) {
      if (isRpcError(error, 'TRANSACTION_MISMATCH')) return error.context.field;
      if (isRpcError(error)) return error.code;
      throw error;
    }
  };
  const { expiration } = node.raw_data;

  test('is accepted only while it expires in the future, within ten minutes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -86_400_000, max: 86_400_000 }), async (lifeMs) => {
        const isRight = lifeMs > 0 && lifeMs <= 600_000;
        expect(await buildAt(expiration - lifeMs)).toBe(isRight ? expiration : 'expiration');
      }),
      { examples: [[-1], [0], [1], [600_000], [600_001]] },
    );
  });

  test.each([
    [612_000, " (the node's clock is 612 s behind)"],
    [-612_000, " (the node's clock is 612 s ahead)"],
    [-613_499, " (the node's clock is 613 s ahead)"],
  ])('is rejected with the difference of the clocks, %i ms', async (ms, text) => {
    const clock = clockAt(node.raw_data.timestamp + ms);
    const options = { clock, maxLifeMs: 30_000 };
    const failure = await createTransaction(clientWithAnswers('build.memo', options).client, request).catch(
      (error: unknown) => error,
    );
    expect((failure as Error).message).toContain(`by the client's clock and maxLifeMs${text}. Do not sign it.`);
  });

  test('is rejected without a difference when the clocks agree', async () => {
    const options = { clock: clockAt(node.raw_data.timestamp), maxLifeMs: 30_000 };
    const failure = await createTransaction(clientWithAnswers('build.memo', options).client, request).catch(
      (error: unknown) => error,
    );
    expect((failure as Error).message).toContain("by the client's clock and maxLifeMs. Do not sign it.");
  });

  test('may have a shorter or a longer life when the client or the call says so', async () => {
    expect(await buildAt(expiration - 30_001, { maxLifeMs: 30_000 })).toBe('expiration');
    expect(await buildAt(expiration - 30_000, { maxLifeMs: 30_000 })).toBe(expiration);
    expect(await buildAt(expiration - 3_600_000, { maxLifeMs: 30_000 }, { maxLifeMs: 3_600_000 })).toBe(expiration);
    expect(await buildAt(expiration, {}, { maxLifeMs: 86_400_000 })).toBe('expiration');
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
