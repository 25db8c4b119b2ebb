import { type OutboxEntry, type OutboxQueue } from '@coin/payments';
import { type PostgresQueryable } from '@coin/payments/postgres';

/** The most payments that the page shows. */
const LONGEST_LIST = 200;

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** Values as text, without what a page should not run. */
const shown = (value: unknown): string =>
  escape(JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? String(item) : item)) ?? '');

function row({ id, status, waitsFor, problem, failures, txID }: OutboxEntry): string {
  const path = encodeURIComponent(id);
  const actions = ['retry', 'refund'].map(
    (action) => `<form method="post" action="/${action}/${path}"><button>${action}</button></form>`,
  );
  const cells = [
    `<a href="/operator/${path}">${escape(id)}</a>`,
    status,
    shown(waitsFor),
    shown(problem),
    `${failures}`,
    txID ?? '',
    status === 'failed' || status === 'rejected' ? actions.join('') : '',
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

/** What waits and why, what failed, and what each wallet lacks; or the history of one payment. */
export async function operatorPage(queue: OutboxQueue<PostgresQueryable>, id: string): Promise<string> {
  if (id !== '') {
    const events = await queue.history(id);
    const lines = events.map(({ at, ...event }) => `<li>${new Date(at).toISOString()} ${shown(event)}</li>`);
    return `<!doctype html><title>${escape(id)}</title><h1>${escape(id)}</h1><ol>${lines.join('')}</ol>`;
  }
  const { counts, fundsNeeded, oldestAgeMs = 0 } = await queue.summary();
  const rows: string[] = [];
  for await (const entry of queue.entries('all')) {
    if (entry.status !== 'succeeded' && entry.status !== 'cancelled') rows.push(row(entry));
    if (rows.length === LONGEST_LIST) break;
  }
  return `<!doctype html><title>Payments</title><h1>Payments</h1>
<p>${shown(counts)}, the oldest for ${Math.round(oldestAgeMs / 1000)} s</p>
<p>Lacking: ${shown(fundsNeeded)}</p>
<table><tr><th>Payment<th>Status<th>Waits for<th>Problem<th>Failures<th>Transaction<th></tr>${rows.join('\n')}</table>`;
}
