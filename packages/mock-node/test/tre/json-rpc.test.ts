import { expect, test } from 'vitest';
import { openTreNode } from '../support/tre-node.ts';

const mine = (id?: unknown) => ({ jsonrpc: '2.0', ...(id !== undefined && { id }), method: 'tre_mine', params: [] });
const mined = (id: unknown) => ({ jsonrpc: '2.0', id, result: '0x0' });
const failed = (id: unknown, code: number) => ({ jsonrpc: '2.0', id, error: { code, message: expect.any(String) } });

test.each([
  ['a request', mine(7), mined(7)],
  ['an id that is a text', mine('seven'), mined('seven')],
  ['an id of null', mine(null), mined(null)],
  ['a batch', [mine(1), mine('b'), mine()], [mined(1), mined('b')]],
  ['a request without parameters', { jsonrpc: '2.0', id: 1, method: 'tre_mine' }, mined(1)],
  ['text that is not JSON', '{"jsonrpc":', failed(null, -32_700)],
  ['an empty body', '', failed(null, -32_700)],
  ['deep nesting', '['.repeat(3000), failed(null, -32_700)],
  ['an empty batch', [], failed(null, -32_600)],
  ['a batch with what is not a request', [1, mine(2)], [failed(null, -32_600), mined(2)]],
  ['another version', { ...mine(1), jsonrpc: '1.0' }, failed(1, -32_600)],
  ['a request without a method', { jsonrpc: '2.0', id: 1 }, failed(1, -32_600)],
  ['an id that is an object', mine({}), failed(null, -32_600)],
  ['an unknown method', { ...mine(1), method: 'tre_fork' }, failed(1, -32_601)],
  ['a name of every object', { ...mine(1), method: 'constructor' }, failed(1, -32_601)],
  ['named parameters', { ...mine(1), params: { blocks: 2 } }, failed(1, -32_602)],
  ['too many parameters', { ...mine(1), params: [{ blocks: 1 }, 2] }, failed(1, -32_602)],
])('answers %s', async (_, body, answer) => {
  await using tre = await openTreNode();
  expect(await tre.post('/tre', body)).toEqual(answer);
});

test('runs a notification and answers nothing', async () => {
  await using tre = await openTreNode();
  const before = tre.node.now();
  const ask = (body: unknown) => tre.post('/tre', body).catch(({ message }: Error) => message);
  expect(await ask(mine())).toMatch('Unexpected end of JSON input');
  expect(await ask([mine(), mine()])).toMatch('Unexpected end of JSON input');
  expect(tre.node.now() - before).toBe(9000);
});

test('refuses a body beyond the limit of the node', async () => {
  await using tre = await openTreNode();
  const answer = await tre.post('/tre', ' '.repeat(4_194_400)).catch(({ message }: Error) => message);
  expect(answer).toMatch('Unexpected token');
});
