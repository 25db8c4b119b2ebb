// Real time: answers over sockets come in the order that the machine gives them.
import { request as send } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { TRIAL_WORK } from '../../../src/http/server/turns.ts';
import { createMockNode, serve } from '../../../src/index.ts';

const LOOP = `41${'c0'.repeat(20)}`;

/** Answers that have come, by path, in their order. */
async function answersBefore(url: string, hostile: number): Promise<readonly string[]> {
  const answered: string[] = [];
  const post = (path: string, body: unknown): Promise<void> =>
    new Promise((resolve, reject) => {
      const options = { method: 'POST', agent: false, headers: { 'content-type': 'application/json' } };
      send(url + path, options, (response) => {
        response.resume().on('end', () => {
          answered.push(path);
          resolve();
        });
      })
        .on('error', reject)
        .end(JSON.stringify(body));
    });
  const call = { owner_address: LOOP, contract_address: LOOP, data: '00' };
  const others = Array.from({ length: hostile }, () => post('/wallet/triggerconstantcontract', call));
  await post('/wallet/getnowblock', {});
  const before = [...answered];
  await Promise.all(others);
  return before;
}

test('a served node answers a client before most of the endless calls of others', async () => {
  const node = createMockNode({ workLimit: 2 * TRIAL_WORK, contracts: [{ address: LOOP, code: '5b600056' }] });
  const served = await serve(node);
  onTestFinished(() => served.close());
  const before = await answersBefore(served.url, 30);
  expect(before.at(-1)).toBe('/wallet/getnowblock');
  expect(before.length).toBeLessThan(20);
});
