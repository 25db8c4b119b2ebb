// A process of the exchange, to be killed. Arguments: its role, and its settings as JSON. Its clock is the node's.
// Real time: it talks to a served node and to PostgreSQL.
import { createNodeClient, http } from '@coin/rpc';
import { runProcess } from '../../src/main.ts';
import { type Settings } from '../../src/setup.ts';

const [, , role = '', json = '{}'] = process.argv;
const settings = JSON.parse(json) as Settings;

async function control(path: string, body: object = {}): Promise<{ now?: string }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${settings.nodeUrl}/admin/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return answer.json();
}

let now = Number((await control('now')).now);
setInterval(
  () =>
    void control('now').then(
      (answer) => (now = Number(answer.now)),
      () => {},
    ),
  50,
).unref();
/** The test makes the node's time pass: a block of three seconds many times a second. */
const clock = {
  now: () => now,
  async sleep(ms: number, { signal }: { signal?: { readonly aborted: boolean } } = {}) {
    const until = clock.now() + ms;
    const isOver = () => clock.now() >= until || signal?.aborted === true;
    while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 20));
  },
};
await runProcess(
  role,
  settings,
  createNodeClient({ transport: http(settings.nodeUrl, { retry: { delay: () => 20 } }), clock }),
);
