import { getBlock, headBlock, solidBlock } from '../../state/accessors/blocks.ts';
import { type StoredBlock } from '../../state/records/stored-block.ts';
import { type State } from '../../state/root.ts';
import { invalidParams } from '../envelope/failures.ts';
import { readBlockNumber } from './quantities.ts';

// Finds blocks by tags, whose case does not matter. Source: docs/protocol/json-rpc.md, Block tags.

const tags = ['earliest', 'pending', 'finalized', 'safe', 'latest'] as const;

const tagOf = (text: string | null): (typeof tags)[number] | undefined =>
  tags.find((tag) => tag === text?.toLowerCase());

const unsupported = (tag: string | null): Error => invalidParams(`TAG ${tag?.toLowerCase()} not supported`);

/** Finds a block by tag or number; undefined if the chain does not have it. @throws MethodError */
export function blockByTag(state: State, text: string | null): StoredBlock | undefined {
  switch (tagOf(text)) {
    case 'earliest':
      return getBlock(state, 0);
    case 'latest':
      return headBlock(state);
    case 'finalized':
      return solidBlock(state);
    case 'pending':
    case 'safe':
      throw unsupported(text);
    case undefined:
      return getBlock(state, Number(readBlockNumber(text)));
  }
}

/** Rejects any state but the latest. @throws MethodError */
export function checkLatest(text: string | null): void {
  const tag = tagOf(text);
  if (tag === 'latest') return;
  if (tag !== undefined) throw invalidParams('TAG [earliest | pending | finalized | safe] not supported');
  readBlockNumber(text);
  throw invalidParams('QUANTITY not supported, just support TAG as latest');
}

/** Reads an end of a filter's range: `latest`, another tag, or a block number after `0x`. @throws MethodError */
export function filterBlock(state: State, text: string): bigint | 'latest' {
  switch (tagOf(text)) {
    case 'latest':
      return 'latest';
    case 'earliest':
      return 0n;
    case 'finalized':
      return BigInt(state.root.properties.solidifiedNumber);
    case 'pending':
    case 'safe':
      throw unsupported(text);
    case undefined:
      if (!text.startsWith('0x')) throw invalidParams('Incorrect hex syntax');
      return readBlockNumber(text);
  }
}

export const isFinalized = (text: string | null): boolean => tagOf(text) === 'finalized';
