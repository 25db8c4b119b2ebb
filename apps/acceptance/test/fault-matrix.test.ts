import { createHash } from 'node:crypto';
import { inspect, isDeepStrictEqual } from 'node:util';
import { getTransactionInfoById, isRpcError, type RpcError } from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpointCases, type EndpointCase } from '../src/endpoint-cases.ts';
import { faultCases, tamperings } from '../src/fault-cases.ts';
import { createFaultyNetwork } from '../src/faulty-network.ts';

const NOW = 1_795_231_161_000;
useVirtualTime({ now: NOW });

const network = await createFaultyNetwork();
const endpoints = endpointCases(network);
const createClient = () => network.createClient({ maxResponseBytes: 65_536 });

const correctValues = new Map<string, unknown>();
for (const { name, call } of endpoints) {
  network.restore();
  correctValues.set(name, await call(createClient()));
}

/** The outcome of the call: its error, or its value. */
async function outcomeOf({ name, call }: EndpointCase): Promise<{ outcome: string; error?: RpcError }> {
  try {
    const value = await call(createClient());
    return {
      outcome: isDeepStrictEqual(value, correctValues.get(name))
        ? 'correct value'
        : `different value: ${inspect(value)}`,
    };
  } catch (error) {
    if (!isRpcError(error)) throw error;
    return { outcome: error.code, error };
  }
}

const callRejections = {
  triggerConstantContract: 'NODE_ERROR',
  estimateEnergy: 'NODE_ERROR',
  triggerSmartContract: 'NODE_ERROR',
};
const byConstantCall: unknown = expect.stringContaining("kind: 'simulation'");
/** Endpoints for which a fault has a different outcome. */
const exceptions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // Each of these may mean that the node or its gateway has no estimates.
  'status 404': { estimateEnergy: byConstantCall },
  'status 500': { estimateEnergy: byConstantCall },
  'an HTML page with status 200': { estimateEnergy: byConstantCall },
  // Calls report a rejection in this form.
  'a rejection in text': callRejections,
  'a rejection in hex': callRejections,
};

describe('every endpoint function', () => {
  test.each(faultCases(() => NOW).map((one) => [one.name, one] as const))(
    'has the required outcome for %s',
    async (_, one) => {
      const outcomes: Record<string, string> = {};
      const expected: Record<string, unknown> = {};
      for (const endpoint of endpoints) {
        const fault = one.fault(endpoint);
        if (fault === undefined) continue;
        network.restore();
        network.node.faults.add({ path: endpoint.path, fault });
        const { outcome, error } = await outcomeOf(endpoint);
        outcomes[endpoint.name] = outcome;
        expected[endpoint.name] = exceptions[one.name]?.[endpoint.name] ?? one[endpoint.kind];
        if (one.retryAfterMs !== undefined) expect(error?.retryAfterMs).toBe(one.retryAfterMs);
      }
      expect(Object.keys(outcomes).length).toBeGreaterThan(5);
      expect(outcomes).toEqual(expected);
    },
  );

  test('reads an integer above 2^53 exactly', async () => {
    for (const endpoint of endpoints) {
      if (endpoint.amountKey === undefined) continue;
      network.restore();
      network.node.faults.add({
        path: endpoint.path,
        fault: { kind: 'replaced', key: endpoint.amountKey, json: '9007199254740993' },
      });
      expect([endpoint.name, inspect(await endpoint.call(createClient()), { depth: 5 })]).toEqual([
        endpoint.name,
        expect.stringContaining('9007199254740993n'),
      ]);
    }
  });

  test('returns older blocks but no different values when the node is stale', async () => {
    const outcomes: Record<string, string> = {};
    for (const endpoint of endpoints.filter(({ name }) => /Block|getTransaction|getAccount$|getBalance/.test(name))) {
      network.restore();
      network.node.faults.add({ path: endpoint.path, fault: { kind: 'stale', blocks: 1 } });
      const { outcome } = await outcomeOf(endpoint);
      if (outcome !== 'correct value') outcomes[endpoint.name] = outcome;
    }
    expect(outcomes).toEqual({
      getNowBlock: expect.stringContaining('number: '),
      'getBlock by number': 'different value: undefined',
      'getBlock by id': 'different value: undefined',
      getTransactionById: 'different value: undefined',
      getTransactionInfoById: 'different value: undefined',
      // Compared with the block's transactions.
      getTransactionInfos: 'RESPONSE_INVALID',
    });
  });
});

describe('a built transaction', () => {
  const builds = endpoints.filter(({ kind }) => kind === 'build');
  /** What the node builds without a fault, by the name of the endpoint. */
  const originalBytes = new Map<string, string>();
  beforeAll(async () => {
    for (const endpoint of builds) {
      network.restore();
      originalBytes.set(endpoint.name, await bytesOf(endpoint));
    }
  });

  test.each(Object.entries(tamperings(network.witness)))(
    'with %s is rejected before it can be signed',
    async (_, change) => {
      const outcomes: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const endpoint of builds) {
        network.restore();
        network.node.faults.add({ path: endpoint.path, fault: { kind: 'tampered', change } });
        const isTampered = (await bytesOf(endpoint)) !== originalBytes.get(endpoint.name);
        network.restore();
        network.node.faults.add({ path: endpoint.path, fault: { kind: 'tampered', change } });
        outcomes[endpoint.name] = (await outcomeOf(endpoint)).outcome;
        // Not every transaction type has the field. Where the change affects only the JSON beside the bytes, the bytes
        // decide.
        expected[endpoint.name] = isTampered ? 'TRANSACTION_MISMATCH' : 'correct value';
      }
      if (change.ids !== 'kept') expect(Object.values(expected)).toContain('TRANSACTION_MISMATCH');
      expect(outcomes).toEqual(expected);
    },
  );

  test('with any byte changed is rejected before it can be signed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...builds),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (one, at, mask) => {
          network.restore();
          const hex = originalBytes.get(one.name) ?? '';
          const changed = Buffer.from(hex, 'hex');
          const place = at % changed.length;
          changed[place] = (changed[place] ?? 0) ^ mask;
          const txID = createHash('sha256').update(changed).digest('hex');
          const fetch: typeof globalThis.fetch = async (input, init) => {
            const response = await network.node.fetch(input, init);
            const text = await response.text();
            const answer = text.replace(hex, changed.toString('hex')).replace(/"txID":\s*"\w+"/, `"txID":"${txID}"`);
            return new Response(answer, { headers: response.headers });
          };
          const outcome: unknown = await one.call(network.createClient({ fetch })).catch((error: unknown) => error);
          expect([one.name, isRpcError(outcome, 'TRANSACTION_MISMATCH')]).toEqual([one.name, true]);
        },
      ),
      { numRuns: scaled(100) },
    );
  });

  /** The bytes of the transaction that the node built. */
  async function bytesOf({ path, call }: EndpointCase): Promise<string> {
    let bytes = '';
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      const response = await network.node.fetch(request);
      const [, hex = ''] = /"raw_data_hex":\s*"(\w+)"/.exec(await response.clone().text()) ?? [];
      if (new URL(request.url).pathname === path) bytes = hex;
      return response;
    };
    await call(network.createClient({ fetch })).catch(() => {});
    expect(bytes).not.toBe('');
    return bytes;
  }
});

describe('a broadcast whose answer is lost', () => {
  test.each([
    ['taken', 'reset', 'BROADCAST_OUTCOME_UNKNOWN'],
    ['taken', 'hang', 'BROADCAST_OUTCOME_UNKNOWN'],
    ['not taken', 'reset', 'BROADCAST_OUTCOME_UNKNOWN'],
    ['not taken', 'hang', 'BROADCAST_OUTCOME_UNKNOWN'],
    ['taken', 'success', 'correct value'],
  ] as const)('that is %s and answered by a %s has the outcome %s', async (taken, answer, outcome) => {
    for (const endpoint of endpoints.filter(({ kind }) => kind === 'broadcast')) {
      network.restore();
      const fault = { kind: 'lost-broadcast', taken: taken === 'taken', answer } as const;
      network.node.faults.add({ path: endpoint.path, fault });
      expect(await outcomeOf(endpoint)).toMatchObject({ outcome });
      network.node.faults.reset();
      const info = await getTransactionInfoById(createClient(), { txID: network.signed.txID });
      expect(info?.succeeded).toBe(taken === 'taken' ? true : undefined);
    }
  });
});
