import { expect, test } from 'vitest';
import { openTreNode } from '../support/tre-node.ts';

const mine = (id?: unknown) => ({ jsonrpc: '2.0', ...(id !== undefined && { id }), method: 'tre_mine', params: [] });
const mined = (id: unknown) => ({ jsonrpc: '2.0', id, result: '0x0' });
const failed = (id: unknown, code: number) => ({ jsonrpc: '2.0', id, error: { code, message: expect.any(String) } });

test.each([
  ['a request', mine(7), mined(7)],
  ['an id that is a text', mine('seven'), mined('seven')],
  ['a request without parameters', { jsonrpc: '2.0', id: 1, method: 'tre_mine' }, mined(1)],
  ['an unknown method', { ...mine(1), method: 'tre_fork' }, failed(1, -32_601)],
  ['a name of every object', { ...mine(1), method: 'constructor' }, failed(1, -32_601)],
  ['named parameters', { ...mine(1), params: { blocks: 2 } }, failed(1, -32_602)],
  ['too many parameters', { ...mine(1), params: [{ blocks: 1 }, 2] }, failed(1, -32_602)],
])('answers %s', async (_, body, answer) => {
  await using tre = await openTreNode();
  expect(await tre.post('/tre', body)).toEqual(answer);
});

const unknown = (id?: unknown) => ({ ...mine(id), method: 'no_such' });

test.each([
  ['an unknown method', unknown(1)],
  ['an id of null', unknown(null)],
  ['an id that is an object', unknown({})],
  ['a notification', unknown()],
  ['a batch', [unknown(1), unknown('b'), unknown()]],
  ['an empty batch', []],
  ['a batch with what is not a request', [1, unknown(2)]],
  ['a scalar', 7],
  ['text that is not JSON', '{"jsonrpc":'],
  ['an empty body', ''],
  ['deep nesting', '['.repeat(3000) + ']'.repeat(3000)],
  ['another version', { ...unknown(1), jsonrpc: '1.0' }],
  ['a request without a method', { jsonrpc: '2.0', id: 1 }],
])('answers %s to the letter as /jsonrpc does', async (_, body) => {
  await using tre = await openTreNode();
  const ofNode = await tre.postText('/jsonrpc', body);
  const ofTre = await tre.postText('/tre', body);
  expect(ofTre.trim()).toBe(ofNode.trim());
});

test('runs a notification and answers nothing', async () => {
  await using tre = await openTreNode();
  const before = tre.node.now();
  expect(await tre.postText('/tre', mine())).toBe('');
  expect(await tre.post('/tre', [mine(), mine(3)])).toEqual([mined(3)]);
  expect(tre.node.now() - before).toBe(9000);
});

test('rejects a body beyond the limit of the node', async () => {
  await using tre = await openTreNode();
  expect(await tre.postText('/tre', ' '.repeat(4_194_400))).toContain('Payload Too Large');
});
