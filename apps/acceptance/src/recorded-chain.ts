import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { type NetworkDescription } from '@coin/mock-node';

/** A chain of a real node, and the description of its network. */
export interface RecordedChain {
  readonly network: NetworkDescription;
  readonly blocks: readonly RecordedBlock[];
  /** What the node answered while a block was the head. */
  readonly probes: readonly Probe[];
}

/** An answer of the recorded node, while the block of that number was its head. */
export interface Probe {
  readonly head: number;
  readonly path: string;
  readonly body?: { readonly address?: string };
  readonly answer: string;
}

/** Recorded chains that the mock node is tested against. */
export const recordedChains = [
  'mainnet-edge-1',
  'mainnet-edge-cxoff-3',
  'mainnet-fast-1',
  'mainnet-fast-3',
  'mainnet-three-4',
  'private-fast-2',
] as const;

/** Chains with tokens, one whose node was asked by JSON-RPC, and chains of java-tron 4.8.2. */
export const furtherChains = [
  'mainnet-assets-1',
  'private-assets-3',
  'mainnet-jsonrpc-1',
  'mainnet-482-activate',
  'mainnet-482-fast',
  'mainnet-482-three',
  'private-482-assets',
] as const;

export function readRecordedChain(
  name: (typeof recordedChains)[number] | (typeof furtherChains)[number],
): RecordedChain {
  const file = new URL(`../../../packages/mock-node/test/fixtures/chains/${name}.json.br`, import.meta.url);
  const lines = brotliDecompressSync(readFileSync(file)).toString().split('\n');
  const [first = ''] = lines;
  const probesAt = lines.indexOf('"probes":[');
  const blocks = lines.slice(lines.indexOf('"blocks":[') + 1, probesAt);
  const probes = lines.slice(probesAt + 1).filter((line) => line.startsWith('{'));
  return {
    network: JSON.parse(first.slice('{"network":'.length, -1)),
    blocks: blocks.map((line) => readBlock(line.replace(/\]?,$/, ''))),
    probes: probes.map((line) => JSON.parse(line.replace(/(,|\]|\],|\]\})$/, '')) as Probe),
  };
}

/** A block of a recorded chain, and the JSON by which a node imports it. */
export interface RecordedBlock {
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** As getblockbynum returns it. */
  readonly json: string;
  readonly transactions: readonly RecordedTransaction[];
  readonly infos: readonly RecordedInfo[];
}

/** The part of a transaction's gettransactioninfobyid that shows its cost. */
export interface RecordedInfo {
  readonly id: string;
  readonly fee?: number;
  readonly result?: string;
  readonly contract_address?: string;
  readonly receipt: {
    readonly result?: string;
    readonly energy_usage_total?: number;
    readonly energy_penalty_total?: number;
    readonly energy_usage?: number;
    readonly energy_fee?: number;
    readonly origin_energy_usage?: number;
    readonly net_usage?: number;
    readonly net_fee?: number;
  };
}

/** A transaction of a block. */
export interface RecordedTransaction {
  readonly txID: string;
  readonly raw_data_hex: string;
  readonly signature: readonly string[];
  readonly ret?: readonly { readonly contractRet?: string }[];
  readonly raw_data: {
    readonly fee_limit?: number;
    readonly contract: readonly [{ readonly type: string; readonly parameter: { readonly value: ContractValue } }];
  };
}

interface ContractValue {
  readonly owner_address: string;
  readonly contract_address?: string;
  readonly data?: string;
  readonly call_value?: number;
  readonly new_contract?: {
    readonly bytecode: string;
    readonly call_value?: number;
    readonly consume_user_resource_percent?: number;
    readonly origin_energy_limit?: number;
  };
}

interface BlockJson {
  readonly block_header: { readonly raw_data: { readonly number?: number; readonly timestamp?: number } };
  readonly transactions?: readonly RecordedTransaction[];
  readonly infos?: readonly RecordedInfo[];
}

/** Reads a block from its JSON, with the infos of its transactions. */
export function readBlock(line: string): RecordedBlock {
  const { block_header: header, transactions = [], infos = [] } = JSON.parse(line) as BlockJson;
  const { number = 0, timestamp = 0 } = header.raw_data;
  return { number, time: timestamp, json: line.replace(/,"infos":\[.*$/, '}'), transactions, infos };
}

const lengthDelimited = (field: number, hex: string): string => {
  let size = hex.length / 2;
  let length = '';
  for (; size >= 128; size >>>= 7) length += ((size & 127) | 128).toString(16).padStart(2, '0');
  return `${((field << 3) | 2).toString(16).padStart(2, '0')}${length}${size.toString(16).padStart(2, '0')}${hex}`;
};

/** The bytes of the signed transaction in hexadecimal, as broadcasthex takes them. */
export function transactionHex({
  raw_data_hex: raw,
  signature,
}: Pick<RecordedTransaction, 'raw_data_hex' | 'signature'>): string {
  return lengthDelimited(1, raw) + signature.map((one) => lengthDelimited(2, one)).join('');
}
