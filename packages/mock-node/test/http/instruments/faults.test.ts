import { describe, expect, test, vi } from 'vitest';
import { type Fault } from '../../../src/index.ts';
import { openNode, type Json } from '../../support/http-network.ts';

const PATH = '/wallet/getaccount';

function openFaulty() {
  const network = openNode();
  const { node, owner } = network;
  const body = JSON.stringify({ address: owner, visible: true });
  const ask = (init: RequestInit = {}): Promise<Response> =>
    node.fetch(`http://node${PATH}`, { method: 'POST', body, ...init });
  const addFault = (fault: Fault): void => void node.faults.add({ path: PATH, fault });
  return { ...network, ask, addFault };
}

describe('a fault changes an answer', () => {
  const bodyUnder = async (fault: Fault): Promise<string> => {
    const { ask, addFault } = openFaulty();
    addFault(fault);
    return (await ask()).text();
  };

  test('to another status, body and headers', async () => {
    const { ask, addFault } = openFaulty();
    addFault({ kind: 'status', status: 503, body: 'busy', headers: { 'x-from': 'gateway' } });
    const answer = await ask();
    expect([answer.status, answer.headers.get('x-from'), await answer.text()]).toEqual([503, 'gateway', 'busy']);
  });

  test('to an HTML page at status 200', async () => {
    const { ask, addFault } = openFaulty();
    addFault({ kind: 'html' });
    const answer = await ask();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html']);
    expect(await answer.text()).toContain('<!DOCTYPE html>');
  });

  test('to nothing, or to its beginning', async () => {
    const { ask } = openFaulty();
    const whole = await (await ask()).text();
    expect(await bodyUnder({ kind: 'empty' })).toBe('');
    expect(await bodyUnder({ kind: 'truncated', share: 0.25 })).toBe(whole.slice(0, Math.floor(whole.length / 4)));
  });

  test('to another content type', async () => {
    const { ask, addFault } = openFaulty();
    addFault({ kind: 'content-type', value: 'text/plain' });
    expect((await ask()).headers.get('content-type')).toBe('text/plain');
  });

  test('to another value of a member, of any type and size', async () => {
    expect(await bodyUnder({ kind: 'replaced', key: 'balance', json: '9223372036854775808' })).toContain(
      '"balance": 9223372036854775808,',
    );
    const answer = JSON.parse(await bodyUnder({ kind: 'replaced', key: 'frozenV2', json: '"none"' })) as Json;
    expect(answer['frozenV2']).toBe('none');
  });

  test('to one with a second member of the same name', async () => {
    const text = await bodyUnder({ kind: 'duplicate-key', key: 'balance', json: '7' });
    expect(text).toMatch(/"balance": 1000000000000,"balance":7,/);
    expect((JSON.parse(text) as Json)['balance']).toBe(7);
  });

  test('to the node’s error object', async () => {
    const message = 'class java.lang.IllegalAccessException : lack of computing resources';
    expect(JSON.parse(await bodyUnder({ kind: 'error', message }))).toEqual({ Error: message });
  });

  test('to a rejection, in hexadecimal or as text', async () => {
    const { node, post } = openFaulty();
    const rejection = { kind: 'rejection', code: 'SERVER_BUSY', message: 'Server busy.' } as const;
    node.faults.add({ path: '/wallet/broadcasttransaction', fault: { ...rejection, notation: 'hex' } });
    node.faults.add({ path: '/wallet/estimateenergy', fault: { ...rejection, notation: 'text' } });
    const hex = Buffer.from(rejection.message).toString('hex');
    expect(await post('/wallet/broadcasttransaction', {})).toEqual({ code: 'SERVER_BUSY', message: hex });
    expect(await post('/wallet/estimateenergy', {})).toEqual({
      result: { code: 'SERVER_BUSY', message: 'Server busy.' },
    });
  });

  test.each<[Extract<Fault, { kind: 'rate-limited' }>['retryAfter'], string | null, string]>([
    [{ kind: 'seconds', waitMs: 3000 }, '3', 'Rate limit exceeded.'],
    [{ kind: 'date', time: 1_767_225_600_000 }, 'Thu, 01 Jan 2026 00:00:00 GMT', 'Rate limit exceeded.'],
    [{ kind: 'text', waitMs: 5000 }, null, 'Rate limit exceeded. The server is suspended for 5 s.'],
    [undefined, null, 'Rate limit exceeded.'],
  ])('to status 429 with the wait as %j', async (retryAfter, header, words) => {
    const { ask, addFault } = openFaulty();
    addFault({ kind: 'rate-limited', ...(retryAfter && { retryAfter }) });
    const answer = await ask();
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      429,
      header,
      { Error: words },
    ]);
  });
});

describe('a fault delivers an answer late, in part or never', () => {
  test('hang: is silent until the request is aborted', async () => {
    const { ask, addFault } = openFaulty();
    addFault({ kind: 'hang' });
    const controller = new AbortController();
    const asked = ask({ signal: controller.signal });
    controller.abort(new Error('out of patience'));
    await expect(asked).rejects.toThrow('out of patience');
  });

  test('hang-in-body: is silent within the body until the request is aborted', async () => {
    const { ask, addFault } = openFaulty();
    addFault({ kind: 'hang-in-body' });
    const controller = new AbortController();
    const answer = await ask({ signal: controller.signal });
    expect(answer.status).toBe(200);
    const text = answer.text();
    controller.abort(new Error('out of patience'));
    await expect(text).rejects.toThrow('out of patience');
  });

  test('endless-body: never ends the body', async () => {
    const { ask, addFault } = openFaulty();
    addFault({ kind: 'endless-body' });
    const { body } = await ask();
    let length = 0;
    for await (const chunk of body ?? []) if ((length += chunk.length) >= 10_000) break;
    expect(length).toBeGreaterThanOrEqual(10_000);
  });

  test('reset, reset-in-body: breaks the connection before or within the answer', async () => {
    const { node, ask, addFault } = openFaulty();
    addFault({ kind: 'reset' });
    await expect(ask()).rejects.toThrow(new TypeError('fetch failed'));
    node.faults.reset();
    addFault({ kind: 'reset-in-body' });
    await expect((await ask()).text()).rejects.toThrow(TypeError);
  });

  test('latency: delays the answer', async () => {
    vi.useFakeTimers();
    const { ask, addFault } = openFaulty();
    addFault({ kind: 'latency', latencyMs: 5000 });
    let isAnswered = false;
    const answer = ask().then(() => (isAnswered = true));
    await vi.advanceTimersByTimeAsync(4999);
    expect(isAnswered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await answer;
    vi.useRealTimers();
  });

  test('redirect: is followed, rejected or returned as the request says', async () => {
    const { node, ask, addFault } = openFaulty();
    addFault({ kind: 'redirect', location: '/wallet/getburntrx' });
    expect(await (await ask()).text()).toBe('{"burnTrxAmount": 0}\n');
    expect((await ask({ redirect: 'manual' })).status).toBe(302);
    await expect(ask({ redirect: 'error' })).rejects.toThrow(TypeError);
    node.faults.reset();
    addFault({ kind: 'redirect', location: PATH, status: 307 });
    await expect(ask()).rejects.toThrow(TypeError);
  });

  test('stale: answers from an earlier block', async () => {
    const { node, owner } = openFaulty();
    node.mine(5);
    const number = async (): Promise<unknown> => {
      const block = (await (await node.fetch('http://node/wallet/getnowblock')).json()) as {
        block_header: { raw_data: Json };
      };
      return block.block_header.raw_data['number'];
    };
    const head = (await number()) as number;
    node.faults.add({ fault: { kind: 'stale', blocks: 3 } });
    expect(await number()).toBe(head - 3);

    const call = { owner_address: owner, data: '00', visible: true };
    const answer = await node.fetch('http://node/wallet/triggerconstantcontract', {
      method: 'POST',
      body: JSON.stringify(call),
    });
    expect(await answer.json()).toMatchObject({
      transaction: { raw_data: { ref_block_bytes: (head - 3).toString(16).padStart(4, '0') } },
    });
  });
});

describe('a fault rule', () => {
  const pattern = async (rule: object, requests: number): Promise<string> => {
    const { node, ask } = openFaulty();
    node.faults.add({ path: PATH, fault: { kind: 'status', status: 500 }, ...rule });
    let marks = '';
    for (let sent = 0; sent < requests; sent++) marks += (await ask()).status === 500 ? 'x' : '.';
    return marks;
  };

  test.each([
    [{ times: 1 }, 'x...'],
    [{ times: 2 }, 'xx..'],
    [{ after: 1 }, '.xxx'],
    [{ after: 1, times: 1 }, '.x..'],
    [{ method: 'GET' }, '....'],
    [{ path: /account$/ }, 'xxxx'],
    [{ path: /getnow/g }, '....'],
    [{ probability: 0 }, '....'],
    [{ probability: 1 }, 'xxxx'],
  ])('%j applies to the requests %s', async (rule, marks) => {
    expect(await pattern(rule, 4)).toBe(marks);
  });

  test('with a probability draws from the seed, the same in every run', async () => {
    const marks = await pattern({ probability: 0.5 }, 200);
    expect(await pattern({ probability: 0.5 }, 200)).toBe(marks);
    const share = marks.replaceAll('.', '').length / 200;
    expect(share).toBeGreaterThan(0.35);
    expect(share).toBeLessThan(0.65);
  });

  test('takes precedence over later ones until it is removed', async () => {
    const { node, ask } = openFaulty();
    const first = node.faults.add({ fault: { kind: 'status', status: 501 } });
    node.faults.add({ fault: { kind: 'status', status: 502 } });
    expect((await ask()).status).toBe(501);
    first.remove();
    expect((await ask()).status).toBe(502);
    expect(first.timesApplied).toBe(1);
    node.faults.reset();
    expect((await ask()).status).toBe(200);
  });

  test.each([{ times: 0 }, { after: -1 }, { probability: 2 }])('is rejected with %j', (rule) => {
    const { node } = openFaulty();
    expect(() => node.faults.add({ fault: { kind: 'hang' }, ...rule })).toThrow(/must be/);
  });
});

test('the request log has each request with its status and fault', async () => {
  const { node, ask } = openFaulty();
  node.faults.add({ path: PATH, times: 1, fault: { kind: 'status', status: 500 } });
  node.faults.add({ path: PATH, times: 1, fault: { kind: 'reset' } });
  await ask();
  await ask().catch(() => undefined);
  await ask();
  await node.fetch('http://node/wallet/getblock?detail=true');
  const line = { method: 'POST', path: PATH, query: '', body: expect.stringContaining('address') as string };
  expect(node.requests.entries).toEqual([
    { ...line, status: 500, fault: 'status' },
    { ...line, fault: 'reset' },
    { ...line, status: 200 },
    { method: 'GET', path: '/wallet/getblock', query: 'detail=true', body: '', status: 200 },
  ]);
  node.requests.reset();
  expect(node.requests.entries).toEqual([]);
});
