// Real time: the command runs as a process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createMockNode, serve } from '@coin/mock-node';
import { expect, test } from 'vitest';

test('the command serves it behind a port', async () => {
  const node = createMockNode({ startTime: 'wall-clock' });
  await using served = await serve(node);
  const [payer, receiver] = node.accounts;
  const service = spawn(process.execPath, ['--conditions=@coin/source', `${import.meta.dirname}/../src/main.ts`], {
    env: { NODE_URL: served.url, PRIVATE_KEY: payer.privateKey, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [printed] = await once(service.stdout, 'data');
    const url = String(printed).trim();
    const body = JSON.stringify({ to: receiver.address, smallUnits: '7' });
    const paid = await fetch(`${url}/payments/order-1`, { method: 'PUT', body });
    expect(await paid.json()).toMatchObject({ fee: '0' });
    const balance = await fetch(`${url}/balances/${receiver.address}`);
    expect(await balance.json()).toEqual({ smallUnits: '1000000000007' });
  } finally {
    service.kill();
  }
});
