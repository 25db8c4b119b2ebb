import { createMemoryStore, createOutboxQueue } from '@coin/payments';
import { expect, test } from 'vitest';
import { operatorPage } from '../src/operator.ts';

const intent = {
  kind: 'transfer',
  owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
  to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8',
  amount: 5n,
} as const;

test('the page lists what waits, with the history of each payment, and runs nothing that an id contains', async () => {
  const queue = createOutboxQueue({ store: createMemoryStore() });
  const id = '<script>alert("1")</script>';
  await queue.enqueue(id, intent);
  await queue.enqueue('w-2', intent);
  await queue.cancel('w-2');
  const page = await operatorPage(queue as never, '');
  expect(page).toContain('&#60;script&#62;');
  expect(page).not.toContain('<script>');
  expect(page).not.toContain('w-2');
  expect(page).toContain('queued');
  const history = await operatorPage(queue as never, 'w-2');
  expect(history.match(/<li>/g)).toHaveLength(2);
  expect(history).toContain('cancelled');
});
