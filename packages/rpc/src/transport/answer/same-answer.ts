/** JSON in which the order of keys does not matter. A bigint differs from every text and every number. */
export const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === 'bigint') return `bigint ${item}`;
    if (typeof item === 'string') return `text ${item}`;
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    const fields = item as Record<string, unknown>;
    return Object.fromEntries(
      Object.keys(fields)
        .sort()
        .map((key) => [key, fields[key]]),
    );
  }) ?? '';

const sortItems = (list: unknown): unknown =>
  Array.isArray(list)
    ? list
        .map((item): [string, unknown] => [canonicalText(item), item])
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, item]) => item)
    : list;

/**
 * The part of an answer in which honest nodes agree. A constant call shows a transaction with the node's own time, and
 * some lists have the order of the node's store.
 *
 * Source: docs/protocol/queries.md, Representatives and proposals; docs/protocol/contract-calls.md, Envelope.
 */
export function comparablePart(path: string, json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const answer = { ...json } as Record<string, unknown>;
  if (path.endsWith('/triggerconstantcontract')) {
    const { ret } = Object(answer['transaction']) as { ret?: unknown };
    if (answer['transaction'] !== undefined) answer['transaction'] = { ret };
    const inner = answer['internal_transactions'];
    if (Array.isArray(inner)) answer['internal_transactions'] = inner.map((item: object) => ({ ...item, hash: '' }));
  }
  for (const list of ['witnesses', 'proposals'])
    if (path.endsWith(`/list${list}`)) answer[list] = sortItems(answer[list]);
  return answer;
}
