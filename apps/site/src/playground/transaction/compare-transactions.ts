import { type TransactionBytes, type TransactionField } from './read-fields.ts';

/** A field that differs from the request, in the answer's bytes or in its JSON; absent where one does not have it. */
export interface Change {
  readonly path: string;
  readonly requested?: string;
  readonly bytes?: string;
  readonly json?: string;
}

const valuesOf = (fields: readonly TransactionField[]): ReadonlyMap<string, string> =>
  new Map(fields.flatMap(({ path, value }) => (value === undefined ? [] : [[path, String(value)]])));

/** The values in a JSON value by their paths, as in `contract[0].type`. */
export function flattenJson(json: unknown, path = ''): readonly (readonly [path: string, value: string])[] {
  if (!(json instanceof Object)) return [[path, String(json)]];
  if (Array.isArray(json)) return json.flatMap((item, index) => flattenJson(item, `${path}[${index}]`));
  return Object.entries(json).flatMap(([key, value]) => flattenJson(value, path === '' ? key : `${path}.${key}`));
}

/** How the transaction of an answer, its bytes and its JSON, differs from the requested one. */
export function compareTransactions(
  requested: TransactionBytes,
  built: TransactionBytes,
  rawData: unknown,
): readonly Change[] {
  const columns = {
    requested: valuesOf(requested.fields),
    bytes: valuesOf(built.fields),
    json: new Map(flattenJson(rawData)),
  };
  const paths = new Set(Object.values(columns).flatMap((column) => [...column.keys()]));
  const changes = [...paths].map((path) => ({
    path,
    ...Object.fromEntries(
      Object.entries(columns).flatMap(([name, column]) => {
        const value = column.get(path);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  })) as Change[];
  const ids = { path: 'txID', requested: requested.txID, bytes: built.txID, json: built.txID };
  return [...changes, ids].filter((change) => change.bytes !== change.requested || change.json !== change.requested);
}
