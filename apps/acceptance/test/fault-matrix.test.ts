import { inspect, isDeepStrictEqual } from 'node:util';
import { getTransactionInfoById, isRpcError, type RpcError } from '@coin/rpc';
import { describe, expect, test } from 'vitest';
import { endpointCases, type EndpointCase } from '../src/endpoint-cases.ts';
import { faultCases, tamperings } from '../src/fault-cases.ts';
import { createFaultyNetwork } from '../src/faulty-network.ts';

const network = await createFaultyNetwork();
const endpoints = endpointCases(network);
const client = (timeoutMs = 5_000) => network.client({ timeoutMs, maxResponseBytes: 65_536 });

const honest = new Map<string, unknown>();
for (const { name, ask } of endpoints) {
  network.restore();
  honest.set(name, await ask(client()));
}

/** What comes of asking: the error, or the value. */
async function outcomeOf(
  { name, ask }: EndpointCase,
  timeoutMs?: number,
): Promise<{ outcome: string; error?: RpcError }> {
  try {
    const value = await ask(client(timeoutMs));
    return {
      outcome: isDeepStrictEqual(value, honest.get(name)) ? 'honest value' : `another value: ${inspect(value)}`,
    };
  } catch (error) {
    if (!isRpcError(error)) throw error;
    return { outcome: error.code, error };
  }
}

const calls = {
  triggerConstantContract: 'NODE_ERROR',
  estimateEnergy: 'NODE_ERROR',
  triggerSmartContract: 'NODE_ERROR',
};
/** Endpoints for which a fault means something else. */
const exceptions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // The constant call answers in its place.
  'status 404': { estimateEnergy: expect.stringContaining("source: 'triggerconstantcontract'") },
  // Calls tell of refusals in this form.
  'a refusal in text': calls,
  'a refusal in hex': calls,
};

describe('every endpoint function, with every fault', () => {
  test.each(faultCases(Date.now).map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const outcomes: Record<string, string> = {};
    const expected: Record<string, unknown> = {};
    for (const endpoint of endpoints) {
      const fault = one.fault(endpoint);
      if (fault === undefined) continue;
      network.restore();
      network.node.faults.add({ path: endpoint.path, fault });
      const { outcome, error } = await outcomeOf(endpoint, one.timeoutMs);
      outcomes[endpoint.name] = outcome;
      expected[endpoint.name] = exceptions[one.name]?.[endpoint.name] ?? one[endpoint.kind];
      if (one.retryAfterMs !== undefined) {
        expect(Math.abs((error?.retryAfterMs ?? 0) - one.retryAfterMs)).toBeLessThan(10_000);
      }
    }
    expect(Object.keys(outcomes).length).toBeGreaterThan(5);
    expect(outcomes).toEqual(expected);
  });

  test('an integer over 2^53 is read exactly', async () => {
    for (const endpoint of endpoints) {
      if (endpoint.amount === undefined) continue;
      network.restore();
      network.node.faults.add({
        path: endpoint.path,
        fault: { kind: 'replaced', key: endpoint.amount, json: '9007199254740993' },
      });
      expect([endpoint.name, inspect(await endpoint.ask(client()), { depth: 5 })]).toEqual([
        endpoint.name,
        expect.stringContaining('9007199254740993n'),
      ]);
    }
  });

  test('a stale node tells older blocks, never other values', async () => {
    const outcomes: Record<string, string> = {};
    for (const endpoint of endpoints.filter(({ name }) => /Block|getTransaction|getAccount$|getBalance/.test(name))) {
      network.restore();
      network.node.faults.add({ path: endpoint.path, fault: { kind: 'stale', blocks: 1 } });
      const { outcome } = await outcomeOf(endpoint);
      if (outcome !== 'honest value') outcomes[endpoint.name] = outcome;
    }
    expect(outcomes).toEqual({
      getNowBlock: expect.stringContaining('number: '),
      'getBlock by number': 'another value: undefined',
      'getBlock by id': 'another value: undefined',
      getTransactionById: 'another value: undefined',
      getTransactionInfoById: 'another value: undefined',
    });
  });
});

describe('a built transaction that is another one', () => {
  test.each(Object.entries(tamperings(network.witness)))('with %s is never given to be signed', async (_, change) => {
    const outcomes: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const endpoint of endpoints.filter(({ kind }) => kind === 'build')) {
      network.restore();
      const honestBytes = await bytesOf(endpoint);
      network.restore();
      network.node.faults.add({ path: endpoint.path, fault: { kind: 'tampered', change } });
      const isTampered = (await bytesOf(endpoint)) !== honestBytes;
      network.restore();
      network.node.faults.add({ path: endpoint.path, fault: { kind: 'tampered', change } });
      outcomes[endpoint.name] = (await outcomeOf(endpoint)).outcome;
      // Not every type of transaction has what is changed. Where only the JSON beside the bytes is, the bytes decide.
      expected[endpoint.name] = isTampered ? 'TRANSACTION_MISMATCH' : 'honest value';
    }
    if (change.ids !== 'kept') expect(Object.values(expected)).toContain('TRANSACTION_MISMATCH');
    expect(outcomes).toEqual(expected);
  });

  /** The bytes that the node would have signed. */
  async function bytesOf({ path, ask }: EndpointCase): Promise<string> {
    let bytes = '';
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      const response = await network.node.fetch(request);
      const [, hex = ''] = /"raw_data_hex":\s*"(\w+)"/.exec(await response.clone().text()) ?? [];
      if (new URL(request.url).pathname === path) bytes = hex;
      return response;
    };
    await ask(network.client({ fetch })).catch(() => {});
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
    ['taken', 'success', 'honest value'],
  ] as const)('%s, %s: %s', async (taken, answer, outcome) => {
    for (const endpoint of endpoints.filter(({ kind }) => kind === 'broadcast')) {
      network.restore();
      const fault = { kind: 'lost-broadcast', taken: taken === 'taken', answer } as const;
      network.node.faults.add({ path: endpoint.path, fault });
      expect(await outcomeOf(endpoint, 60)).toMatchObject({ outcome });
      network.node.faults.reset();
      const info = await getTransactionInfoById(client(), { txID: network.signed.txID });
      expect(info?.succeeded).toBe(taken === 'taken' ? true : undefined);
    }
  });
});
