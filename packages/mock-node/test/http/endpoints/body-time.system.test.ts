// Real time: the subject is processor time.
import { expect, test } from 'vitest';
import { createMockNode } from '../../../src/index.ts';
import { answerTo } from '../../support/http-network.ts';

const node = createMockNode();
const owner = node.accounts[0].address;

/** The least processor time that an answer to a body takes in three runs, in microseconds. */
async function processorTime(path: string, body: string): Promise<number> {
  const headers = { 'content-type': body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded' };
  const times: number[] = [];
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage();
    await answerTo(node, path, body, { headers });
    const { user, system } = process.cpuUsage(before);
    times.push(user + system);
  }
  return Math.min(...times);
}

test.each<[string, string, number, (count: number) => string]>([
  [
    'elements',
    '/wallet/votewitnessaccount',
    10_000,
    (count) => `{"owner_address":"${owner}","votes":[${'{},'.repeat(count)}{}],"visible":true}`,
  ],
  [
    'form fields',
    '/wallet/getaccount',
    10_000,
    (count) => Array.from({ length: count }, (_, index) => `k${index}`).join('&'),
  ],
  [
    'blanks before a character',
    '/wallet/getdelegatedresource',
    100_000,
    (count) => `{"fromAddress":"${' '.repeat(count)}z"}`,
  ],
])('a body of very many %s takes time in proportion to its size', async (_, path, count, write) => {
  const small = await processorTime(path, write(count));
  const large = await processorTime(path, write(10 * count));
  // Ten times the size takes ten times as long, and a hundred times if the time grows with the square of the size.
  expect(large).toBeLessThan(40 * Math.max(small, 5_000));
});
