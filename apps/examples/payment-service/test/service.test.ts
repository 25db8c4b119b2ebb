import { createMockNode } from '@coin/mock-node';
import { createNodeClient } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { expect, test } from 'vitest';
import { createService } from '../src/service.ts';

useVirtualTime();

function startService() {
  const node = createMockNode();
  const client = createNodeClient({ transport: node });
  const service = createService(client, createKeySigner(node.accounts[0].privateKey));
  const ask = async (path: string, body?: unknown) => {
    const init = body === undefined ? {} : { method: 'PUT', body: JSON.stringify(body) };
    const response = await service(new Request(`http://service${path}`, init));
    return [response.status, await response.json()] as const;
  };
  const balanceOf = async (address: string) => {
    const [, { smallUnits }] = await ask(`/balances/${address}`);
    return BigInt(smallUnits);
  };
  return { node, ask, balanceOf, to: node.accounts[1].address };
}

test('a payment moves the coin and answers with its transaction', async () => {
  const { ask, balanceOf, to } = startService();
  const before = await balanceOf(to);
  const [status, payment] = await ask('/payments/order-1', { to, smallUnits: '1500000' });
  expect([status, payment]).toEqual([200, { txID: expect.stringMatching(/^[0-9a-f]{64}$/), fee: '0' }]);
  expect(await balanceOf(to)).toBe(before + 1_500_000n);
});

test('a payment that is requested twice concurrently, and again later, is made once', async () => {
  const { ask, balanceOf, to } = startService();
  const before = await balanceOf(to);
  const pay = () => ask('/payments/order-1', { to, smallUnits: '7' });
  const first = await Promise.all([pay(), pay()]);
  expect([...first, await pay()]).toEqual([first[0], first[0], first[0]]);
  expect(await balanceOf(to)).toBe(before + 7n);
});

test('a lost answer of the node does not lead to a second payment', async () => {
  const { node, ask, balanceOf, to } = startService();
  const before = await balanceOf(to);
  const lost = node.faults.add({ fault: { kind: 'lost-broadcast', taken: true, answer: 'reset' }, times: 1 });
  expect((await ask('/payments/order-1', { to, smallUnits: '7' }))[0]).toBe(200);
  expect(await balanceOf(to)).toBe(before + 7n);
  expect(lost.timesApplied).toBe(1);
});

test('rejects the ID of another payment', async () => {
  const { ask, to } = startService();
  await ask('/payments/order-1', { to, smallUnits: '7' });
  expect(await ask('/payments/order-1', { to, smallUnits: '8' })).toEqual([409, { code: 'ID_IN_USE' }]);
});

test('a payment that the network rejects can be corrected under the same ID', async () => {
  const { ask, to } = startService();
  const tooMuch = { to, smallUnits: '9000000000000000000' };
  expect(await ask('/payments/order-1', tooMuch)).toEqual([422, { code: 'VALIDATION_FAILED' }]);
  expect((await ask('/payments/order-1', { to, smallUnits: '7' }))[0]).toBe(200);
});

test.each([
  ['an address with a typing error', { to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh9', smallUnits: '7' }, 'ADDRESS_INVALID'],
  ['an amount as a number', { to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', smallUnits: 7.5 }, 'REQUEST_INVALID'],
  ['an amount of nothing', { to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', smallUnits: '0' }, 'ARGUMENT_INVALID'],
  ['no object', null, 'REQUEST_INVALID'],
])('%s is rejected', async (_, body, code) => {
  expect(await startService().ask('/payments/order-1', body)).toEqual([400, { code }]);
});

test('a path that does not exist is rejected', async () => {
  expect(await startService().ask('/accounts')).toEqual([404, { code: 'NOT_FOUND' }]);
});
