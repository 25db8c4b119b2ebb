/** How a field's value is read and shown. */
export type FieldKind = 'address' | 'bytes' | 'text' | 'amount' | 'time' | 'number' | 'flag';

/** A field of a protobuf message: its name in the node's JSON, and what its value is. */
export type FieldLayout =
  | { readonly name: string; readonly kind: FieldKind }
  | { readonly name: string; readonly kind: 'choice'; readonly names: Readonly<Record<number, string>> }
  | { readonly name: string; readonly kind: 'message'; readonly fields: MessageLayout }
  | { readonly name: string; readonly kind: 'list'; readonly fields: MessageLayout };

/** Fields by their numbers. */
export type MessageLayout = Readonly<Record<number, FieldLayout>>;

const OWNER = { name: 'owner_address', kind: 'address' } as const;
const TO = { name: 'to_address', kind: 'address' } as const;
const RESOURCE = { name: 'resource', kind: 'choice', names: { 0: 'BANDWIDTH', 1: 'ENERGY', 2: 'TRON_POWER' } } as const;
const DELEGATED = { name: 'balance', kind: 'amount' } as const;
const RECEIVER = { name: 'receiver_address', kind: 'address' } as const;

const VOTE: MessageLayout = {
  1: { name: 'vote_address', kind: 'address' },
  2: { name: 'vote_count', kind: 'number' },
};

/** The number and the fields of the contract types that the playground builds. Source: docs/protocol/transfers.md. */
export const CONTRACTS: Readonly<Record<number, { readonly name: string; readonly fields: MessageLayout }>> = {
  1: { name: 'TransferContract', fields: { 1: OWNER, 2: TO, 3: { name: 'amount', kind: 'amount' } } },
  4: { name: 'VoteWitnessContract', fields: { 1: OWNER, 2: { name: 'votes', kind: 'list', fields: VOTE } } },
  31: {
    name: 'TriggerSmartContract',
    fields: {
      1: OWNER,
      2: { name: 'contract_address', kind: 'address' },
      3: { name: 'call_value', kind: 'amount' },
      4: { name: 'data', kind: 'bytes' },
      5: { name: 'call_token_value', kind: 'number' },
      6: { name: 'token_id', kind: 'number' },
    },
  },
  54: {
    name: 'FreezeBalanceV2Contract',
    fields: { 1: OWNER, 2: { name: 'frozen_balance', kind: 'amount' }, 3: { ...RESOURCE } },
  },
  55: {
    name: 'UnfreezeBalanceV2Contract',
    fields: { 1: OWNER, 2: { name: 'unfreeze_balance', kind: 'amount' }, 3: { ...RESOURCE } },
  },
  57: {
    name: 'DelegateResourceContract',
    fields: {
      1: OWNER,
      2: RESOURCE,
      3: DELEGATED,
      4: RECEIVER,
      5: { name: 'lock', kind: 'flag' },
      6: { name: 'lock_period', kind: 'number' },
    },
  },
  58: { name: 'UnDelegateResourceContract', fields: { 1: OWNER, 2: RESOURCE, 3: DELEGATED, 4: RECEIVER } },
};

const contractNames = Object.fromEntries(Object.entries(CONTRACTS).map(([number, { name }]) => [number, name]));

/** A contract, whose message `value` is one of the type's; bytes where the type is not known. */
const contractLayout = (value: FieldLayout): MessageLayout => ({
  1: { name: 'type', kind: 'choice', names: contractNames },
  2: { name: 'parameter', kind: 'message', fields: { 1: { name: 'type_url', kind: 'text' }, 2: value } },
  3: { name: 'provider', kind: 'bytes' },
  4: { name: 'ContractName', kind: 'bytes' },
  5: { name: 'Permission_id', kind: 'number' },
});

/** The layout of a contract of a type's number. */
export function layoutOfContract(type: number): MessageLayout {
  const fields = CONTRACTS[type]?.fields;
  return contractLayout(
    fields === undefined ? { name: 'value', kind: 'bytes' } : { name: 'value', kind: 'message', fields },
  );
}

/** The unsigned transaction, `raw_data`. */
export const RAW_DATA: MessageLayout = {
  1: { name: 'ref_block_bytes', kind: 'bytes' },
  3: { name: 'ref_block_num', kind: 'number' },
  4: { name: 'ref_block_hash', kind: 'bytes' },
  8: { name: 'expiration', kind: 'time' },
  10: { name: 'data', kind: 'bytes' },
  11: { name: 'contract', kind: 'list', fields: {} },
  12: { name: 'scripts', kind: 'bytes' },
  14: { name: 'timestamp', kind: 'time' },
  18: { name: 'fee_limit', kind: 'amount' },
};
