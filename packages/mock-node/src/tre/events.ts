import { abiSignature } from '../abi/abi-signature.ts';
import { type AbiEntry } from '../abi/abi.ts';
import { decodeEvent, isEvent } from '../abi/event-log.ts';
import { latestState, solidState, type Chain } from '../chain/chain.ts';
import { tracedContracts } from '../control/tracing/traced-contracts.ts';
import { ADDRESS_PREFIX, fromBase58, toBase58 } from '../protocol/address.ts';
import { TransactionInfo } from '../protocol/messages/messages.ts';
import { decode } from '../protocol/messages/wire.ts';
import { type Address, type Hex } from '../protocol/primitives.ts';
import { headBlock } from '../state/accessors/blocks.ts';
import { type StoredBlock } from '../state/records/stored-block.ts';
import { type State } from '../state/root.ts';
import { noteRecord } from '../state/unknowns.ts';

/** An event in the form of TRE's event server. */
export interface TreEvent {
  readonly block_number: number;
  readonly block_timestamp: number;
  /** Base58check. */
  readonly caller_contract_address: string;
  readonly contract_address: string;
  readonly event_index: number;
  readonly event_name: string;
  /** Values as text, by position and by name: integers in decimal, addresses in the EVM's form. */
  readonly result: Readonly<Record<string, string>>;
  readonly result_type: Readonly<Record<string, string>>;
  readonly event: string;
  readonly transaction_id: Hex;
  readonly _unconfirmed?: true;
}

/**
 * The events of a block, of one contract or of all. Omits logs that no ABI on the ledger describes, because their names
 * are hashes.
 *
 * Source: docs/protocol/tre.md, Events.
 */
export function eventsOfBlock(chain: Chain, block: StoredBlock, contract?: Address): readonly TreEvent[] {
  const state = latestState(chain);
  const isUnconfirmed = block.number > headBlock(solidState(chain)).number;
  return block.infos.flatMap((bytes) => {
    const { id, log: logs } = decode(TransactionInfo, bytes);
    return logs.flatMap((log, index): readonly TreEvent[] => {
      const address = ADDRESS_PREFIX + log.address;
      if (contract !== undefined && contract !== address) return [];
      const entry = eventsOf(state, address).find((one) => isEvent(one, log));
      const values = entry && decodeEvent(entry, log);
      if (entry === undefined || values === undefined) return [];
      noteRecord(state.root, id);
      return [
        {
          block_number: block.number,
          block_timestamp: block.timestamp,
          caller_contract_address: toBase58(address),
          contract_address: toBase58(address),
          event_index: index,
          event_name: entry.name ?? '',
          result: byNameAndPosition(entry, values.map(valueText)),
          result_type: byName(entry),
          event: abiSignature(entry),
          transaction_id: id,
          ...(isUnconfirmed && { _unconfirmed: true }),
        },
      ];
    });
  });
}

function eventsOf(state: State, address: Address): readonly AbiEntry[] {
  const [contract] = tracedContracts([state, state], [address]);
  return (contract?.abi ?? []).filter(({ type }) => type === 'event');
}

const byName = ({ inputs = [] }: AbiEntry): Record<string, string> =>
  Object.fromEntries(inputs.map(({ name, type }, index) => [name === undefined || name === '' ? index : name, type]));

function byNameAndPosition({ inputs = [] }: AbiEntry, values: readonly string[]): Record<string, string> {
  const named = inputs.map(({ name = '' }, index) => [name, values[index] ?? ''] as const);
  return Object.fromEntries([...values.entries(), ...named.filter(([name]) => name !== '')]);
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(valueText));
  const address = typeof value === 'string' ? fromBase58(value) : undefined;
  if (address !== undefined) return `0x${address.slice(ADDRESS_PREFIX.length)}`;
  return String(value).replace(/^0x(?=[0-9a-f]*$)/, '');
}
