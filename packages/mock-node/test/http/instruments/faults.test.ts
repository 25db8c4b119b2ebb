import { describe, expect, test, vi } from 'vitest';
import type { Fault } from '../../../src/index.ts';
import { openNode } from '../../support/http-network.ts';
import type { Json } from '../../support/http-network.ts';

const path = '/wallet/getaccount';

function open() {
  const network = openNode();
  const { node, owner } = network;
  const body = JSON.stringify({ address: owner, visible: true });
  const ask = (init: RequestInit = {}): Promise<Response> =>
    node.fetch(`http://node${path}`, { method: 'POST', body, ...init });
  const strike = (fault: Fault): void => void node.faults.add({ path, fault });
  return { ...network, ask, strike };
}

describe('an answer that is changed', () => {
  const bodyUnder = async (fault: Fault): Promise<string> => {
    const { ask, strike } = open();
    strike(fault);
    return (await ask()).text();
  };

  test('another status', async () => {
    const { ask, strike } = open();
    strike({ kind: 'status', status: 503, body: 'busy', headers: { 'x-from': 'gateway' } });
    const answer = await ask();
    expect([answer.status, answer.headers.get('x-from'), await answer.text()]).toEqual([503, 'gateway', 'busy']);
  });

  test('HTML at status 200', async () => {
    const { ask, strike } = open();
    strike({ kind: 'html' });
    const answer = await ask();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html']);
    expect(await answer.text()).toContain('<!DOCTYPE html>');
  });

  test('nothing, or a part', async () => {
    const { ask } = open();
    const whole = await (await ask()).text();
    expect(await bodyUnder({ kind: 'empty' })).toBe('');
    expect(await bodyUnder({ kind: 'truncated', share: 0.25 })).toBe(whole.slice(0, Math.floor(whole.length / 4)));
  });

  test('another content type', async () => {
    const { ask, strike } = open();
    strike({ kind: 'content-type', value: 'text/plain' });
    expect((await ask()).headers.get('content-type')).toBe('text/plain');
  });

  test('another value of a member, of any type and size', async () => {
    expect(await bodyUnder({ kind: 'replaced', key: 'balance', json: '9223372036854775808' })).toContain(
      '"balance": 9223372036854775808,',
    );
    const answer = JSON.parse(await bodyUnder({ kind: 'replaced', key: 'frozenV2', json: '"none"' })) as Json;
    expect(answer['frozenV2']).toBe('none');
  });

  test('a second member of the same name', async () => {
    const text = await bodyUnder({ kind: 'duplicate-key', key: 'balance', json: '7' });
    expect(text).toMatch(/"balance": 1000000000000,"balance":7,/);
    expect((JSON.parse(text) as Json)['balance']).toBe(7);
  });

  test('the error object of the node', async () => {
    const message = 'class java.lang.IllegalAccessException : lack of computing resources';
    expect(JSON.parse(await bodyUnder({ kind: 'error', message }))).toEqual({ Error: message });
  });

  test('a refusal, in hexadecimal or as text', async () => {
    const { node, post } = open();
    const refusal = { kind: 'refusal', code: 'SERVER_BUSY', message: 'Server busy.' } as const;
    node.faults.add({ path: '/wallet/broadcasttransaction', fault: { ...refusal, notation: 'hex' } });
    node.faults.add({ path: '/wallet/estimateenergy', fault: { ...refusal, notation: 'text' } });
    const hex = Buffer.from(refusal.message).toString('hex');
    expect(await post('/wallet/broadcasttransaction', {})).toEqual({ code: 'SERVER_BUSY', message: hex });
    expect(await post('/wallet/estimateenergy', {})).toEqual({
      result: { code: 'SERVER_BUSY', message: 'Server busy.' },
    });
  });

  test.each([
    [{ seconds: 3 }, '3', 'Rate limit exceeded.'],
    [{ date: 1_767_225_600_000 }, 'Thu, 01 Jan 2026 00:00:00 GMT', 'Rate limit exceeded.'],
    [{ words: 5 }, null, 'Rate limit exceeded. The server is suspended for 5 s.'],
    [undefined, null, 'Rate limit exceeded.'],
  ])('status 429 with the wait as %j', async (retryAfter, header, words) => {
    const { ask, strike } = open();
    strike({ kind: 'rate-limited', ...(retryAfter && { retryAfter }) });
    const answer = await ask();
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      429,
      header,
      { Error: words },
    ]);
  });
});

describe('an answer that comes late, in part or never', () => {
  test('silence ends with the signal', async () => {
    const { ask, strike } = open();
    strike({ kind: 'hang' });
    await expect(ask({ signal: AbortSignal.timeout(20) })).rejects.toThrow('timeout');
  });

  test('silence in the body ends with the signal', async () => {
    const { ask, strike } = open();
    strike({ kind: 'hang-in-body' });
    const answer = await ask({ signal: AbortSignal.timeout(20) });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('timeout');
  });

  test('a body without end', async () => {
    const { ask, strike } = open();
    strike({ kind: 'endless-body' });
    const reader = (await ask()).body!.getReader();
    let length = 0;
    while (length < 10_000) length += (await reader.read()).value?.length ?? 0;
    await reader.cancel();
  });

  test('a connection that breaks, before or within the answer', async () => {
    const { node, ask, strike } = open();
    strike({ kind: 'reset' });
    await expect(ask()).rejects.toThrow(new TypeError('fetch failed'));
    node.faults.reset();
    strike({ kind: 'reset-in-body' });
    await expect((await ask()).text()).rejects.toThrow(TypeError);
  });

  test('latency', async () => {
    vi.useFakeTimers();
    const { ask, strike } = open();
    strike({ kind: 'latency', milliseconds: 5000 });
    let isAnswered = false;
    const answer = ask().then(() => (isAnswered = true));
    await vi.advanceTimersByTimeAsync(4999);
    expect(isAnswered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await answer;
    vi.useRealTimers();
  });

  test('a redirect is followed, refused or shown', async () => {
    const { node, ask, strike } = open();
    strike({ kind: 'redirect', location: '/wallet/getburntrx' });
    expect(await (await ask()).text()).toBe('{"burnTrxAmount": 0}\n');
    expect((await ask({ redirect: 'manual' })).status).toBe(302);
    await expect(ask({ redirect: 'error' })).rejects.toThrow(TypeError);
    node.faults.reset();
    strike({ kind: 'redirect', location: path, status: 307 });
    await expect(ask()).rejects.toThrow(TypeError);
  });

  test('a lagging node', async () => {
    const { node } = open();
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

    const call = { owner_address: node.accounts[0]!.address, data: '00', visible: true };
    const answer = await node.fetch('http://node/wallet/triggerconstantcontract', {
      method: 'POST',
      body: JSON.stringify(call),
    });
    expect(await answer.json()).toMatchObject({
      transaction: { raw_data: { ref_block_bytes: (head - 3).toString(16).padStart(4, '0') } },
    });
  });
});

describe('when a rule strikes', () => {
  const struck = async (rule: object, requests: number): Promise<string> => {
    const { node, ask } = open();
    node.faults.add({ path, fault: { kind: 'status', status: 500 }, ...rule });
    let marks = '';
    for (let sent = 0; sent < requests; sent++) marks += (await ask()).status === 500 ? 'x' : '.';
    return marks;
  };

  test.each([
    [{ once: true }, 'x...'],
    [{ times: 2 }, 'xx..'],
    [{ after: 1 }, '.xxx'],
    [{ after: 1, times: 1 }, '.x..'],
    [{ method: 'GET' }, '....'],
    [{ path: /account$/ }, 'xxxx'],
    [{ path: /getnow/g }, '....'],
    [{ probability: 0 }, '....'],
    [{ probability: 1 }, 'xxxx'],
  ])('%j', async (rule, marks) => {
    expect(await struck(rule, 4)).toBe(marks);
  });

  test('a probability draws from the seed, the same in every run', async () => {
    const marks = await struck({ probability: 0.5 }, 200);
    expect(await struck({ probability: 0.5 }, 200)).toBe(marks);
    const share = marks.replaceAll('.', '').length / 200;
    expect(share).toBeGreaterThan(0.35);
    expect(share).toBeLessThan(0.65);
  });

  test('the first rule that strikes decides, and a removed one no more', async () => {
    const { node, ask } = open();
    const first = node.faults.add({ fault: { kind: 'status', status: 501 } });
    node.faults.add({ fault: { kind: 'status', status: 502 } });
    expect((await ask()).status).toBe(501);
    first.remove();
    expect((await ask()).status).toBe(502);
    expect(first.strikes).toBe(1);
    node.faults.reset();
    expect((await ask()).status).toBe(200);
  });

  test.each([{ times: 0 }, { after: -1 }, { probability: 2 }])('%j is refused', (rule) => {
    const { node } = open();
    expect(() => node.faults.add({ fault: { kind: 'hang' }, ...rule })).toThrow(/must be/);
  });
});

test('the journal holds what was asked and what became of it', async () => {
  const { node, ask } = open();
  node.faults.add({ path, once: true, fault: { kind: 'status', status: 500 } });
  node.faults.add({ path, once: true, fault: { kind: 'reset' } });
  await ask();
  await ask().catch(() => undefined);
  await ask();
  await node.fetch('http://node/wallet/getblock?detail=true');
  const line = { method: 'POST', path, query: '', body: expect.stringContaining('address') as string };
  expect(node.requests.entries).toEqual([
    { ...line, status: 500, fault: 'status' },
    { ...line, fault: 'reset' },
    { ...line, status: 200 },
    { method: 'GET', path: '/wallet/getblock', query: 'detail=true', body: '', status: 200 },
  ]);
  node.requests.reset();
  expect(node.requests.entries).toEqual([]);
});
