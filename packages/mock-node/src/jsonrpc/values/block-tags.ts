import { getBlock, headBlock, solidBlock } from '../../state/accessors/blocks.ts';
import { type StoredBlock } from '../../state/records/stored-block.ts';
import { type State } from '../../state/root.ts';
import { invalidParams } from '../envelope/failures.ts';
import { readBlockNumber, readWrappedNumber } from './quantities.ts';

// Finds blocks by tags, whose case does not matter. Source: docs/protocol/json-rpc.md, Block tags.

const is = (tag: string | null, name: string): boolean => tag?.toLowerCase() === name;

const pendingUnsupported = (): Error => invalidParams('TAG pending not supported');

/** Finds a block by tag or number; undefined if the chain does not have it. @throws MethodError */
export function blockByTag(state: State, tag: string | null): StoredBlock | undefined {
  if (is(tag, 'earliest')) return getBlock(state, 0);
  if (is(tag, 'latest')) return headBlock(state);
  if (is(tag, 'finalized')) return solidBlock(state);
  if (is(tag, 'pending')) throw pendingUnsupported();
  const number = readWrappedNumber(tag);
  if (number === undefined) throw invalidParams('invalid block number');
  return getBlock(state, Number(number));
}

/** Rejects any state but the latest. @throws MethodError */
export function checkLatest(tag: string | null): void {
  if (is(tag, 'latest')) return;
  if (is(tag, 'earliest') || is(tag, 'pending') || is(tag, 'finalized'))
    throw invalidParams('TAG [earliest | pending | finalized] not supported');
  if (readWrappedNumber(tag) === undefined) throw invalidParams('invalid block number');
  throw invalidParams('QUANTITY not supported, just support TAG as latest');
}

/** Reads an end of a filter's range: a block number, or `latest`, which -1 also means. @throws MethodError */
export function filterBlock(state: State, tag: string): bigint | 'latest' {
  if (is(tag, 'pending')) throw pendingUnsupported();
  if (is(tag, 'latest')) return 'latest';
  if (is(tag, 'earliest')) return 0n;
  if (is(tag, 'finalized')) return BigInt(state.root.properties.solidifiedNumber);
  const number = readBlockNumber(tag);
  return number === -1n ? 'latest' : number;
}

export const isFinalized = (tag: string | null): boolean => is(tag, 'finalized');
