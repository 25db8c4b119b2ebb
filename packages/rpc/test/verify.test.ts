import {
  createTransaction,
  deployContract,
  isRpcError,
  toAddress,
  triggerSmartContract,
  type Abi,
  type BuildOptions,
  type NodeClientOptions,
  type Transaction,
} from '@coin/rpc';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from './support/client-with-answers.ts';
import { recorded, recordings } from './support/recordings.ts';

type Json = Record<string, any>; // eslint-disable-line typescript/no-explicit-any

const builders: Record<string, (client: Parameters<typeof createTransaction>[0], body: Json) => Promise<Transaction>> =
  {
    '/wallet/createtransaction': (client, body) =>
      createTransaction(client, {
        owner: body.owner_address,
        to: body.to_address,
        amount: BigInt(body.amount),
        ...(body.extra_data === undefined ? {} : { memo: memoText(body) }),
        ...(body.Permission_id === undefined ? {} : { permissionId: body.Permission_id }),
      }),
    '/wallet/triggersmartcontract': (client, body) =>
      triggerSmartContract(client, {
        owner: body.owner_address,
        contract: body.contract_address,
        functionSelector: body.function_selector,
        parameter: body.parameter,
        feeLimit: BigInt(body.fee_limit),
        callValue: BigInt(body.call_value ?? 0),
      }),
    '/wallet/deploycontract': (client, body) =>
      deployContract(client, {
        owner: body.owner_address,
        bytecode: body.bytecode,
        parameter: body.parameter,
        abi: JSON.parse(body.abi) as Abi,
        name: body.name,
        feeLimit: BigInt(body.fee_limit),
        callValue: BigInt(body.call_value),
        callerPercent: body.consume_user_resource_percent,
        originEnergyLimit: BigInt(body.origin_energy_limit),
      }),
  };

/** The node reads a memo as text when visible is true, else as hex. */
const memoText = ({ extra_data: memo, visible }: Json): string =>
  visible === true ? memo : Buffer.from(memo, 'hex').toString();

const built = Object.entries(recordings).filter(
  ([, { path, answer, body }]) =>
    path in builders &&
    answer.includes('"raw_data_hex"') &&
    body?.startsWith('{') === true &&
    !body.includes('feeLimit-1'),
);

describe('a built transaction', () => {
  test('has a recording of each kind', () => {
    expect(new Set(built.map(([, { path }]) => path)).size).toBe(3);
    expect(built.length).toBeGreaterThan(30);
  });

  test.each(built.filter(([, { body }]) => JSON.parse(body ?? '').fee_limit !== -1))(
    'of %s is encoded to the same bytes',
    async (id, { path, body }) => {
      const { client } = clientWithAnswers(id);
      const transaction = await builders[path]?.(client, JSON.parse(body ?? ''));
      const answer = JSON.parse(recorded(id).answer);
      const node = answer.transaction ?? answer;
      expect(transaction?.rawDataHex).toBe(node.raw_data_hex);
      expect(transaction?.txID).toBe(node.txID);
      expect(transaction?.signatures).toEqual([]);
    },
  );

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

  test('is rejected when its id is not that of its bytes', async () => {
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

  /** What comes of a transaction that the node lets expire at a time, by the client's clock. */
  const buildAt = async (now: number, client: Partial<NodeClientOptions> = {}, options?: BuildOptions) => {
    const connection = clientWithAnswers('build.memo', { clock: { now: () => now }, ...client }).client;
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

  test('may have a shorter or a longer life when the client or the call says so', async () => {
    expect(await buildAt(expiration - 30_001, { maxLifeMs: 30_000 })).toBe('expiration');
    expect(await buildAt(expiration - 30_000, { maxLifeMs: 30_000 })).toBe(expiration);
    expect(await buildAt(expiration - 3_600_000, { maxLifeMs: 30_000 }, { maxLifeMs: 3_600_000 })).toBe(expiration);
    expect(await buildAt(expiration, {}, { maxLifeMs: 86_400_000 })).toBe('expiration');
  });

  test.each([0, -1, 1.5, Number.NaN, 86_400_001, '60000' as never])(
    'cannot have a life of %s ms',
    async (maxLifeMs) => {
      expect(await buildAt(expiration - 1, {}, { maxLifeMs })).toBe('ARGUMENT_INVALID');
      expect(await buildAt(expiration - 1, { maxLifeMs })).toBe('ARGUMENT_INVALID');
    },
  );

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
