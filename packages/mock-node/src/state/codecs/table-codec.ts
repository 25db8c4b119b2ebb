import { type Map } from 'immutable';
import { type Codec, type Json, array, map, numberMap, record, text } from './codec.ts';

/** Writes a table of a root as JSON, either completely or only its differences from the same table of a newer root. */
export interface TableCodec<Table> extends Codec<Table> {
  readonly writeDifference: (older: Table, newer: Table) => Json;
  /** Restores the older table. @throws CodecError that names the path. */
  readonly readDifference: (newer: Table, json: unknown, path: string) => Table;
}

/** A table by string keys. */
export const table = <Value>(item: Codec<Value>): TableCodec<Map<string, Value>> => mapTable(map(item), (key) => key);

/** A table by integers. */
export const numberTable = <Value>(item: Codec<Value>): TableCodec<Map<number, Value>> =>
  mapTable(numberMap(item), Number);

function mapTable<Key extends string | number, Value>(
  whole: Codec<Map<Key, Value>>,
  keyOf: (written: string) => Key,
): TableCodec<Map<Key, Value>> {
  const difference = record({ set: whole, without: array(text) });
  return {
    ...whole,
    writeDifference(older, newer) {
      const without = [...newer.keys()].filter((key) => !older.has(key)).map(String);
      return difference.write({
        set: older.filter((value, key) => newer.get(key) !== value),
        without: without.sort(),
      });
    },
    readDifference(newer, json, path) {
      const { set, without } = difference.read(json, path);
      return newer.deleteAll(without.map(keyOf)).merge(set);
    },
  };
}

/** A part of a root that is always written completely. */
export const undivided = <Value>(codec: Codec<Value>): TableCodec<Value> => ({
  ...codec,
  writeDifference: (older) => codec.write(older),
  readDifference: (_newer, json, path) => codec.read(json, path),
});
