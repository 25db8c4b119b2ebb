// A chain with a block every three seconds, which has the block that the recorded transfer refers to.
import built from '../fixtures/transfer.json' with { type: 'json' };
import { RECORDED_AT } from './client-of.ts';

const BLOCK_MS = 3000;
/** Any number whose low two bytes are those of the recorded reference. */
const REFERENCE = 7 * 2 ** 16 + Number.parseInt(built.raw_data.ref_block_bytes, 16);
const REFERENCE_TIME = Math.floor((RECORDED_AT - 60_000) / BLOCK_MS) * BLOCK_MS;
const GENESIS_TIME = REFERENCE_TIME - REFERENCE * BLOCK_MS;

/** What distinguishes one chain from another. */
export interface ChainIdentity {
  /** Of the chain's block ids, except for the reference block's: 16 hex digits. */
  readonly hash?: string;
  /** Whether the chain has the recorded transfer's reference block; it has by default. */
  readonly hasReference?: boolean;
}

/** The number of the newest block at a time. */
const numberAt = (time: number): number => Math.max(0, Math.floor((time - GENESIS_TIME) / BLOCK_MS));
const timeOf = (number: number): number => GENESIS_TIME + number * BLOCK_MS;

/** A chain on which a test places transactions. */
export function simulateChain({ hash = 'c0ffee00c0ffee00', hasReference = true }: ChainIdentity = {}) {
  /** The block of each transaction. */
  const included = new Map<string, number>();
  let sent: ReadonlyMap<string, object> = new Map();
  const idOf = (number: number): string =>
    number.toString(16).padStart(16, '0') +
    (number === REFERENCE && hasReference ? built.raw_data.ref_block_hash : hash) +
    hash.repeat(2);
  const block = (number: number) => {
    const parentHash = number === 0 ? '0'.repeat(64) : idOf(number - 1);
    const txIDs = [...included].filter(([, at]) => at === number).map(([txID]) => txID);
    return {
      blockID: idOf(number),
      block_header: { raw_data: { number, timestamp: timeOf(number), parentHash } },
      ...(txIDs.length > 0 && {
        transactions: txIDs.map((txID) => ({
          txID,
          raw_data_hex: '',
          ...sent.get(txID),
          ret: [{ contractRet: 'SUCCESS' }],
        })),
      }),
    };
  };
  return {
    genesisId: idOf(0),
    /** Replaces all transactions: each is in the first block after its time, with the content that was sent. */
    includeAll(times: ReadonlyMap<string, number>, bodies: ReadonlyMap<string, object> = new Map()): void {
      sent = bodies;
      included.clear();
      for (const [txID, time] of times) included.set(txID, numberAt(time + BLOCK_MS));
    },
    /** What a node with the chain up to a time answers for the info of a transaction. */
    infoOf(txID: string, headTime: number): object {
      const number = included.get(txID) ?? Infinity;
      if (number > numberAt(headTime)) return {};
      return { id: txID, blockNumber: number, blockTimeStamp: timeOf(number), receipt: { net_usage: 267 } };
    },
    /** What a node with the chain up to a time answers about blocks; undefined for other paths. */
    answer(path: string, body: Record<string, unknown>, headTime: number): object | undefined {
      const newest = numberAt(headTime);
      if (path.endsWith('/getnowblock')) return block(newest);
      if (path.endsWith('/getblockbynum')) return Number(body['num']) <= newest ? block(Number(body['num'])) : {};
      if (!path.endsWith('/getblockbylimitnext')) return undefined;
      const [start, end] = [Number(body['startNum']), Math.min(Number(body['endNum']), newest + 1)];
      return { block: Array.from({ length: Math.max(0, end - start) }, (_, index) => block(start + index)) };
    },
  };
}

export type SimulatedChain = ReturnType<typeof simulateChain>;
