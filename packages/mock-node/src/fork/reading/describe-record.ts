import { MockNodeError } from '../../errors.ts';
import { toBase58, isAddress } from '../../protocol/address.ts';
import { type RecordId, type UnavailableKind, type UnavailableId } from '../../state/record-source.ts';

const shown = (address: string): string => (isAddress(address) ? toBase58(address) : address);

/** Describes a record for an error message. */
export function describeRecord({ kind, key }: RecordId): string {
  switch (kind) {
    case 'account':
    case 'contract':
      return `${kind} ${shown(key)}`;
    case 'code':
      return `the code of contract ${shown(key)}`;
    case 'energy-state':
      return `the energy state of contract ${shown(key)}`;
    case 'storage': {
      const [contract = '', row = ''] = key.split('/');
      return `storage row ${row} of contract ${shown(contract)}`;
    }
    case 'delegation':
      return `the delegation from ${shown(key.slice(0, 42))} to ${shown(key.slice(42))}`;
    case 'delegation-index':
      return `the delegations of ${shown(key)}`;
    case 'reward':
    case 'brokerage':
      return `the ${kind} of ${shown(key)}`;
    case 'account-id':
      return `the account with the id ${key}`;
    case 'exchanges':
      return 'the exchanges';
    case 'market':
      return 'the orders of the market';
    case 'asset':
      return `token ${key}`;
    case 'block':
    case 'transaction':
      return `${kind} ${key}`;
    case 'account-name':
      return 'whether an account has this name';
    case 'reward-of-cycle':
      return `the rewards of maintenance cycle ${key}, in which it began`;
    case 'genesis-witness':
      return `whether ${shown(key)} is a witness of the genesis block`;
    case 'genesis-votes':
      return 'the votes of the genesis block';
    case 'all-accounts':
      return 'all accounts';
    case 'all-storage':
      return `the whole storage of contract ${shown(key)}`;
    case 'all-tokens':
      return 'all tokens';
    case 'dump':
      return 'the complete state for a dump';
  }
}

/** Why no interface of a node provides something, and what to do about it. */
const reasons: Readonly<Record<UnavailableKind, string>> = {
  'account-name': 'no interface finds accounts by their names',
  'reward-of-cycle':
    'no interface reports the rewards of a cycle that has not ended; withdraw or vote before advanceCycle',
  'genesis-witness': 'no interface reports the witnesses of the genesis block, which may not withdraw',
  'genesis-votes': 'no interface reports the votes of the genesis block, which the next maintenance removes',
  'all-accounts': 'no interface lists accounts',
  market: 'no interface reports how many orders an account has made, which determines the id of its next one',
  'all-storage': 'the interfaces report only single slots',
  dump: 'it has read only the records it needed; keep them with cache or --fork-cache, and go back with snapshot and revert',
  'all-tokens': 'the list changes while it is read; ask for a token by its id',
};

export const isUnavailable = (record: RecordId): record is UnavailableId => Object.hasOwn(reasons, record.kind);

/** Creates the error for a record that no interface provides. */
export function unavailableError(record: UnavailableId): MockNodeError {
  return new MockNodeError('FORK_UNKNOWN', { record: describeRecord(record), reason: reasons[record.kind] });
}
