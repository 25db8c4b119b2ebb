import { type Failure } from '../exit-codes.ts';
import { type DataObject, toJson } from './data.ts';

/** What every command prints with `--json`, on one line for each result. `output.schema.json` is its schema. */
export type Envelope =
  | {
      readonly version: 1;
      readonly command: string;
      readonly ok: true;
      readonly node?: string;
      readonly result: DataObject;
    }
  | {
      readonly version: 1;
      readonly command: string;
      readonly ok: false;
      readonly node?: string;
      readonly error: Failure;
    };

type Outcome = { readonly result: DataObject } | { readonly error: Failure };

/** Formats one result or failure. The node is its origin alone: paths and queries may contain a key. */
export function formatEnvelope(command: string, node: string | undefined, outcome: Outcome): string {
  const origin = node !== undefined && URL.canParse(node) ? { node: new URL(node).origin } : {};
  const envelope: Envelope = { version: 1, command, ok: 'result' in outcome, ...origin, ...outcome } as Envelope;
  return `${toJson(envelope)}\n`;
}
