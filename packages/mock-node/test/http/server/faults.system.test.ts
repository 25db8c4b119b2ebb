// Real time: a fault delays an answer over a socket.
import { expect, test } from 'vitest';
import { openServed } from '../../support/open-served.ts';

test('a fault breaks the connection, before or within the body, or leaves it silent or endless', async () => {
  const { node, url } = await openServed();
  const ask = (init: RequestInit = {}) => fetch(`${url}/wallet/getchainparameters`, init);
  node.faults.add({ times: 1, fault: { kind: 'reset' } });
  await expect(ask()).rejects.toThrow(TypeError);
  node.faults.add({ times: 1, fault: { kind: 'reset-in-body' } });
  await expect(ask().then((answer) => answer.text())).rejects.toThrow(TypeError);
  node.faults.add({ times: 1, fault: { kind: 'hang-in-body' } });
  const patience = new AbortController();
  const silent = (await ask({ signal: patience.signal })).text();
  patience.abort(new Error('out of patience'));
  await expect(silent).rejects.toThrow('out of patience');
  node.faults.add({ times: 1, fault: { kind: 'endless-body' } });
  const { body } = await ask();
  let length = 0;
  for await (const chunk of body ?? []) if ((length += chunk.length) >= 20_000) break;
  expect(length).toBeGreaterThanOrEqual(20_000);
});

test('a fault delays the response by the latency', async () => {
  const { node, url } = await openServed();
  node.faults.add({ fault: { kind: 'latency', latencyMs: 60 } });
  const start = performance.now();
  await (await fetch(`${url}/wallet/getburntrx`)).text();
  expect(performance.now() - start).toBeGreaterThan(55);
});
