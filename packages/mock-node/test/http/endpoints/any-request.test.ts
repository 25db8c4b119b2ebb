import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { endpoints } from '../../../src/http/endpoints/index.ts';
import { createMockNode } from '../../../src/index.ts';

const node = createMockNode();
const [owner, contract] = node.accounts.map(({ address }) => address) as [string, string];
node.placeContract({ address: contract, code: '6001600055' });

const keys = [
  'owner_address',
  'to_address',
  'address',
  'value',
  'amount',
  'contract_address',
  'function_selector',
  'parameter',
  'data',
  'call_value',
  'fee_limit',
  'frozen_balance',
  'resource',
  'votes',
  'parameters',
  'num',
  'id_or_num',
  'startNum',
  'endNum',
  'id',
  'offset',
  'limit',
  'visible',
  'raw_data',
  'signature',
  'transaction',
  'contractType',
  'Permission_id',
  'extra_data',
  'abi',
  'bytecode',
  'owner',
  'actives',
  'keys',
];
const scalars = fc.oneof(
  fc.constantFrom(
    owner,
    contract,
    '',
    'ENERGY',
    'transfer(address,uint256)',
    'TransferContract',
    '00',
    '0xabc',
    'TRUE',
    'null',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.uint8Array({ maxLength: 70 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((value) => ({ raw: String(value) })),
  fc.double().map((value) => ({ raw: Number.isFinite(value) ? String(value) : 'NaN' })),
  fc.boolean(),
  fc.constant(null),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 4 }),
  ),
}));

function json(value: unknown): string {
  if (value !== null && typeof value === 'object' && 'raw' in value) return String(value.raw);
  if (Array.isArray(value)) return `[${value.map(json).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, entry]) => `${JSON.stringify(key)}:${json(entry)}`)
    .join()}}`;
}

const bodies = fc.oneof(
  { weight: 8, arbitrary: fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 8 }).map(json) },
  { weight: 1, arbitrary: value.map(json) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const paths = fc.constantFrom(...endpoints.map(({ name }) => name));
const types = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain');

test('answers any body with status 200 and never with a defect', async () => {
  await fc.assert(
    fc.asyncProperty(paths, bodies, types, async (path, body, contentType) => {
      const answer = await node.fetch(`http://node/wallet/${path}`, {
        method: 'POST',
        headers: { 'content-type': contentType },
        body,
      });
      expect([answer.status, (await answer.text()).slice(0, 2000)]).toEqual([200, expect.any(String)]);
    }),
    { numRuns: scaled(600) },
  );
});

test('answers any query string without a defect', async () => {
  const queries = fc.dictionary(
    fc.constantFrom(...keys),
    fc.oneof(fc.constantFrom(owner, 'true', '5', '-1'), fc.string()),
  );
  await fc.assert(
    fc.asyncProperty(paths, queries, async (path, query) => {
      const answer = await node.fetch(`http://node/wallet/${path}?${new URLSearchParams(query).toString()}`);
      expect([200, 405]).toContain(answer.status);
    }),
    { numRuns: scaled(300) },
  );
});
