/** What a command found. Bigints become decimal strings in JSON, dates ISO 8601; undefined fields are left out. */
export type Data = string | number | bigint | boolean | Date | undefined | readonly Data[] | DataObject;

export interface DataObject {
  readonly [key: string]: Data;
}

/** The result of a command: one for most commands, or one after another while a command follows the chain. */
export type Result = DataObject | AsyncIterable<DataObject>;

/** Writes data as JSON on one line. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each));

/** Writes a row as CSV, after the names of its columns if it is the first one. */
export function formatCsv(row: DataObject, isFirst: boolean): string {
  const line = `${Object.values(row).map(String).join(',')}\n`;
  return isFirst ? `${Object.keys(row).join(',')}\n${line}` : line;
}
