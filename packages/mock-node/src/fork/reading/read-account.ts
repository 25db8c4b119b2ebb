import { Map } from 'immutable';
import { stringMember } from '../../json/json-value.ts';
import { parseMessage } from '../../json/protobuf-parser.ts';
import { parseJsonObject } from '../../json/read-json.ts';
import { DEFAULT_WINDOW, type WindowForm } from '../../ledger/staking/resource-recovery.ts';
import { toBase58 } from '../../protocol/address.ts';
import { AccountType, PermissionType, ResourceCode } from '../../protocol/messages/enumerations.ts';
import {
  Account as AccountSchema,
  type AccountMessage,
  type PermissionMessage,
} from '../../protocol/messages/messages.ts';
import { type MessageOf } from '../../protocol/messages/schema.ts';
import { type Address, type Milliseconds, type Slot } from '../../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS } from '../../protocol/time.ts';
import { newAccount } from '../../state/accessors/accounts.ts';
import { type Account, type Resource } from '../../state/records/account.ts';
import { type ForkUnknown } from '../../state/records/fork-unknown.ts';
import { type Permission } from '../../state/records/permission.ts';
import { storedUse, usageBefore } from './resource-uses.ts';

/** The context that an answer of getaccount depends on besides the account. */
export interface AccountView {
  readonly genesisTime: Milliseconds;
  /** Slot of the head block for which the answer was made. */
  readonly slot: Slot;
  readonly form: WindowForm;
  /** Number of the fork's first block that is not the upstream's. */
  readonly nextBlock: number;
}

/** An account of the upstream. */
export interface ReadAccount {
  readonly account: Account;
  /** Used resources whose amount is only known to within 1. */
  readonly rounded: readonly ('bandwidth' | 'energy' | 'free bandwidth')[];
  /** Features of the account that this node does not model, which make it unusable. */
  readonly notModelled: readonly string[];
}

/** Reads an answer of getaccount, which shows usage recovered up to the head; undefined for a missing account. */
export function readAccount(text: string, view: AccountView): ReadAccount | undefined {
  const shown = parseMessage(AccountSchema, text, { visible: false });
  if (shown.address === '') return undefined;
  const { account_resource: energyShown } = shown;
  const slotOf = (time: bigint): Slot => Math.max(0, Math.floor((Number(time) - view.genesisTime) / BLOCK_INTERVAL_MS));
  const net = storedUse(
    {
      usage: shown.net_usage,
      time: slotOf(shown.latest_consume_time),
      window: shown.net_window_size,
      windowOptimized: shown.net_window_optimized,
    },
    view.slot,
    view.form,
  );
  const energy = storedUse(
    {
      usage: energyShown?.energy_usage ?? 0n,
      time: slotOf(energyShown?.latest_consume_time_for_energy ?? 0n),
      window: energyShown?.energy_window_size ?? 0n,
      windowOptimized: energyShown?.energy_window_optimized ?? false,
    },
    view.slot,
    view.form,
  );
  const freeTime = Math.min(slotOf(shown.latest_consume_free_time), view.slot);
  const free = usageBefore(shown.free_net_usage, { time: freeTime, now: view.slot, window: DEFAULT_WINDOW });
  return {
    account: newAccount({
      ...identityOf(shown),
      ...stakesOf(shown),
      ...permissionsOf(shown),
      // The node prints this member as text in both notations.
      ...tokensOf(shown, stringMember(parseJsonObject(text) ?? new globalThis.Map(), 'asset_issued_ID'), view.slot),
      net: { ...net.use, ...(net.isRounded && { rounded: roundedUse('bandwidth-usage', shown.address) }) },
      energy: { ...energy.use, ...(energy.isRounded && { rounded: roundedUse('energy-usage', shown.address) }) },
      freeNetUsage: free.usage,
      ...(free.isRounded && { freeNetRounded: roundedUse('free-bandwidth-usage', shown.address) }),
      latestConsumeFreeTime: freeTime,
      assetOptimized: shown.asset_optimized,
      // A row that is not in the database yet was written in one of the latest blocks.
      writtenIn: shown.asset_optimized ? 0 : view.nextBlock - 1,
    }),
    rounded: [
      ...(net.isRounded ? (['bandwidth'] as const) : []),
      ...(energy.isRounded ? (['energy'] as const) : []),
      ...(free.isRounded ? (['free bandwidth'] as const) : []),
    ],
    notModelled: notModelledOf(shown),
  };
}

const roundedUse = (kind: ForkUnknown['kind'], address: Address): ForkUnknown => ({ kind, subject: toBase58(address) });

type Identity = Pick<
  Account,
  | 'address'
  | 'type'
  | 'name'
  | 'balance'
  | 'votes'
  | 'createTime'
  | 'latestOperationTime'
  | 'allowance'
  | 'latestWithdrawTime'
  | 'isWitness'
> &
  Pick<Account, 'accountId'>;

function identityOf(shown: AccountMessage): Identity {
  return {
    address: shown.address,
    type: AccountType.byNumber.get(shown.type) ?? 'Normal',
    name: shown.account_name,
    balance: shown.balance,
    votes: shown.votes.map(({ vote_address, vote_count }) => ({ witness: vote_address, count: vote_count })),
    createTime: Number(shown.create_time),
    latestOperationTime: Number(shown.latest_opration_time),
    allowance: shown.allowance,
    latestWithdrawTime: Number(shown.latest_withdraw_time),
    isWitness: shown.is_witness,
    ...(shown.account_id !== '' && { accountId: shown.account_id }),
  };
}

function stakesOf(shown: AccountMessage): Pick<Account, 'frozen' | 'unfreezing' | 'delegated' | 'acquired'> {
  const { account_resource: energy } = shown;
  return {
    frozen: Object.fromEntries(
      shown.frozenV2.filter(({ amount }) => amount !== 0n).map(({ type, amount }) => [resourceOf(type), amount]),
    ),
    unfreezing: shown.unfrozenV2.map(({ type, unfreeze_amount, unfreeze_expire_time }) => ({
      resource: resourceOf(type),
      amount: unfreeze_amount,
      expireTime: Number(unfreeze_expire_time),
    })),
    delegated: {
      bandwidth: shown.delegated_frozenV2_balance_for_bandwidth,
      energy: energy?.delegated_frozenV2_balance_for_energy ?? 0n,
    },
    acquired: {
      bandwidth: shown.acquired_delegated_frozenV2_balance_for_bandwidth,
      energy: energy?.acquired_delegated_frozenV2_balance_for_energy ?? 0n,
    },
  };
}

const resourceOf = (code: number): Resource => ResourceCode.byNumber.get(code) ?? 'BANDWIDTH';

function permissionsOf({
  owner_permission: owner,
  witness_permission: witness,
  active_permission: active,
}: AccountMessage): Pick<Account, 'activePermissions'> & Partial<Account> {
  return {
    ...(owner !== undefined && { ownerPermission: permissionOf(owner) }),
    ...(witness !== undefined && { witnessPermission: permissionOf(witness) }),
    activePermissions: active.map(permissionOf),
  };
}

function permissionOf(shown: PermissionMessage): Permission {
  return {
    type: PermissionType.byNumber.get(shown.type) ?? 'Owner',
    id: shown.id,
    name: shown.permission_name,
    threshold: shown.threshold,
    parentId: shown.parent_id,
    operations: shown.operations,
    keys: shown.keys,
  };
}

/** Reads an account's tokens and its use of their bandwidth, which is shown recovered. */
function tokensOf(shown: AccountMessage, issued: string | undefined, now: Slot): Partial<Account> {
  const used = new globalThis.Map(shown.free_asset_net_usageV2.map(({ key, value }) => [key, value]));
  const assetUse = shown.latest_asset_operation_timeV2.map(({ key, value }) => {
    const time = Math.min(Number(value), now);
    const { usage, isRounded } = usageBefore(used.get(key) ?? 0n, { time, now, window: DEFAULT_WINDOW });
    const rounded = isRounded ? roundedUse('token-bandwidth-usage', shown.address) : undefined;
    return [key, { usage, time, rounded }] as const;
  });
  return {
    ...(shown.assetV2.length > 0 && { assets: Map(shown.assetV2.map(({ key, value }) => [key, value])) }),
    ...(assetUse.length > 0 && { assetUse: Map(assetUse) }),
    ...(issued !== undefined && { issuedAsset: { id: issued, name: shown.asset_issued_name } }),
    ...(shown.frozen_supply.length > 0 && {
      frozenSupply: shown.frozen_supply.map(({ frozen_balance, expire_time }) => ({
        amount: frozen_balance,
        expireTime: expire_time,
      })),
    }),
  };
}

const amountOf = (stake: MessageOf<typeof AccountSchema>['tron_power']): bigint => stake?.frozen_balance ?? 0n;

/** Stakes of version 1 still count in limits and votes, which this node's ledger does not model. */
function notModelledOf(shown: AccountMessage): readonly string[] {
  const energy = shown.account_resource;
  const stakes = [
    ...shown.frozen.map(({ frozen_balance }) => frozen_balance),
    shown.acquired_delegated_frozen_balance_for_bandwidth,
    shown.delegated_frozen_balance_for_bandwidth,
    amountOf(shown.tron_power),
    amountOf(energy?.frozen_balance_for_energy),
    energy?.acquired_delegated_frozen_balance_for_energy ?? 0n,
    energy?.delegated_frozen_balance_for_energy ?? 0n,
  ];
  return stakes.some((amount) => amount !== 0n) ? ['stakes of the first version'] : [];
}
