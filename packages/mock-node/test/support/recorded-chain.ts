import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { type NetworkDescription } from '../../src/index.ts';

/**
 * An answer of the recorded node while a known block was its head. A POST of a body as JSON, unless it says otherwise.
 */
export interface Probe {
  readonly head: number;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly method?: string;
  /** The content type of the request. */
  readonly type?: string;
  /** The body as text; a list stands for its first text, its second repeated, and its last. */
  readonly raw?: string | readonly [before: string, unit: string, count: number, after: string];
  readonly answer: string;
  /** Where it is of interest. */
  readonly response?: { readonly status: number; readonly type?: string };
}

/** A block as getblockbynum printed it, and the infos of its transactions. */
export interface RecordedBlock {
  readonly number: number;
  /** As it was printed: not every integer survives JSON.parse. */
  readonly text: string;
  readonly block: unknown;
  readonly infos: readonly unknown[];
}

export interface RecordedChain {
  readonly network: NetworkDescription;
  readonly blocks: readonly RecordedBlock[];
  /** By the number of the block that was the head. */
  readonly probes: ReadonlyMap<number, readonly Probe[]>;
}

export const recordedChains = [
  'mainnet-assets-1',
  'mainnet-edge-1',
  'mainnet-edge-cxoff-3',
  'mainnet-fast-1',
  'mainnet-fast-3',
  'mainnet-jsonrpc-1',
  'mainnet-three-4',
  'private-assets-3',
  'private-fast-2',
  // Recorded from java-tron 4.8.2. The first three have every eighth probe, the others all.
  'mainnet-482-fast',
  'mainnet-482-three',
  'mainnet-482-activate',
  'private-482-assets',
  'private-482-off-assets',
] as const;

/** A chain with questions to JSON-RPC between its blocks and after them. */
export const JSON_RPC_CHAIN = 'mainnet-482-jsonrpc';

/** JSON with the integers that a double cannot hold as strings. */
export function parseExactly(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll(/([:[,]\s*)(-?\d{16,})(?=\s*[,}\]])/g, '$1"$2"'));
  } catch {
    return text;
  }
}

/** A chain of a real node, java-tron 4.8.0 or 4.8.2: the file has a line for each block and each probe. */
export function readRecordedChain(name: (typeof recordedChains)[number] | typeof JSON_RPC_CHAIN): RecordedChain {
  const file = new URL(`../fixtures/chains/${name}.json.br`, import.meta.url);
  const lines = brotliDecompressSync(readFileSync(file))
    .toString()
    .split('\n')
    .map((line) => line.replace(/(,|\]|\],|\]\})$/, ''));
  const after = (mark: string): number => lines.indexOf(`"${mark}":[`) + 1;
  const probes = lines
    .slice(after('probes'))
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Probe);
  return {
    network: JSON.parse(lines[0]!.slice('{"network":'.length)),
    blocks: lines.slice(after('blocks'), after('probes') - 1).map(recordedBlock),
    probes: Map.groupBy(probes, ({ head }) => head),
  };
}

function recordedBlock(line: string): RecordedBlock {
  const { infos = [], ...block } = parseExactly(line) as { readonly infos?: readonly unknown[] } & {
    readonly block_header: { readonly raw_data: { readonly number?: number } };
  };
  const at = line.indexOf(',"infos":[');
  const text = at === -1 ? line : `${line.slice(0, at)}}`;
  return { number: block.block_header.raw_data.number ?? 0, text, block, infos };
}
