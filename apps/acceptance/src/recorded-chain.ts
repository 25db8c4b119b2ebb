import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { type NetworkDescription } from '@coin/mock-node';

/** A chain of a real node, and the description of its network. */
export interface RecordedChain {
  readonly network: NetworkDescription;
  readonly blocks: readonly RecordedBlock[];
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

/** A chain whose node was asked by JSON-RPC. */
const JSON_RPC_CHAIN = 'mainnet-jsonrpc-1';

export function readRecordedChain(name: (typeof recordedChains)[number] | typeof JSON_RPC_CHAIN): RecordedChain {
  const file = new URL(`../../../packages/mock-node/test/fixtures/chains/${name}.json.br`, import.meta.url);
  const lines = brotliDecompressSync(readFileSync(file)).toString().split('\n');
  const [first = ''] = lines;
  const blocks = lines.slice(lines.indexOf('"blocks":[') + 1, lines.indexOf('"probes":['));
  return {
    network: JSON.parse(first.slice('{"network":'.length, -1)),
    blocks: blocks.map((line) => readBlock(line.replace(/\]?,$/, '').replace(/,"infos":\[.*$/, '}'))),
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
}

function readBlock(json: string): RecordedBlock {
  const { block_header: header, transactions = [] } = JSON.parse(json) as BlockJson;
  const { number = 0, timestamp = 0 } = header.raw_data;
  return { number, time: timestamp, json, transactions };
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
