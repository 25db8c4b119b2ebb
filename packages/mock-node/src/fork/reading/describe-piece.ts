import { MockNodeError } from '../../errors.ts';
import { toBase58, isAddress } from '../../protocol/address.ts';
import { type Piece, type UnknowableKind, type UnknowablePiece } from '../../state/record-source.ts';
import { type ForkOptionNames } from '../upstream/upstream.ts';

const shown = (address: string): string => (isAddress(address) ? toBase58(address) : address);

/** A piece in the words of an error. */
export function describePiece({ kind, key }: Piece): string {
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
      return `what ${shown(key.slice(0, 42))} delegates to ${shown(key.slice(42))}`;
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
      return 'the whole state, which a dump holds';
  }
}

/** Why no interface of a node tells something, and what can be done. */
const reasons: Readonly<Record<UnknowableKind, (names: ForkOptionNames) => string>> = {
  'account-name': () => 'no interface finds accounts by their names',
  'reward-of-cycle': () =>
    'no interface tells what blocks have paid in a cycle that has not ended; withdraw or vote before advanceCycle',
  'genesis-witness': () => 'no interface tells the witnesses of the genesis block, which may not withdraw',
  'genesis-votes': () => 'no interface tells the votes of the genesis block, which the next maintenance removes',
  'all-accounts': () => 'a node lists no accounts',
  market: () => 'no interface tells how many orders an account has made, of which the id of its next one is made',
  'all-storage': () => 'an interface tells single slots only',
  dump: ({ cache }) => `it has read what was needed; keep that by ${cache}, and go back by snapshot and revert`,
  'all-tokens': () => 'the list changes while it is read; ask for a token by its id',
};

export const isUnknowable = (piece: Piece): piece is UnknowablePiece => Object.hasOwn(reasons, piece.kind);

/** The error for a piece that no interface tells. */
export function unknownPiece(piece: UnknowablePiece, names: ForkOptionNames): MockNodeError {
  return new MockNodeError('FORK_UNKNOWN', { piece: describePiece(piece), reason: reasons[piece.kind](names) });
}
