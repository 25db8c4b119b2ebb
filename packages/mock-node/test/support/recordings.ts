import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { type NetworkDescription } from '../../src/index.ts';

/** A request to a real node, and its answer. */
export interface Exchange {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
  /** Of a body of more than 100,000 characters only the length is recorded. */
  readonly body: string | undefined;
  readonly status: number;
  readonly answerType: string | null;
  readonly answer: string;
}

export interface Recording {
  /** Description of the network. */
  readonly network: NetworkDescription;
  /** Private keys of the accounts in the exchanges, by name. */
  readonly accounts: Readonly<Record<string, string>>;
  readonly exchanges: readonly Exchange[];
}

const files = {
  mainnet: 'java-tron-4.8.0',
  private: 'java-tron-4.8.0',
  noestimate: 'java-tron-4.8.0',
  noconstant: 'java-tron-4.8.0',
  'mainnet-482': 'java-tron-4.8.2',
  /** With proposals 94 to 98 off. */
  'mainnet-482-off': 'java-tron-4.8.2',
  'private-482': 'java-tron-4.8.2',
} as const;

export type RecordingName = keyof typeof files;
type Row = readonly [string, string, string, string | null, string | null, number, string | null, string];

export function readRecording(name: RecordingName): Recording {
  const file = new URL(`../fixtures/recordings/${files[name]}.json.br`, import.meta.url);
  const { [name]: recording } = JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as Record<
    RecordingName,
    { readonly exchanges: readonly Row[] } & Omit<Recording, 'exchanges'>
  >;
  const { exchanges, ...rest } = recording;
  return {
    ...rest,
    exchanges: exchanges.map(([id, method, path, contentType, body, status, answerType, answer]) => ({
      id,
      method,
      path,
      contentType: contentType ?? undefined,
      body: body ?? undefined,
      status,
      answerType,
      answer,
    })),
  };
}
