import { type SmallUnits, type Address } from '@coin/units';
import { object, type output } from 'zod/mini';
import { addressToHex, toAddress } from '../address/address.ts';
import { visibleAddress, visibleText } from '../address/visible-form.ts';
import { readBalance } from '../answers/account-balance.ts';
import { isHex } from '../encoding/hex.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import {
  bigintOrZero,
  optionalArray,
  optionalInt64,
  optionalInteger,
  optionalObject,
  optionalQuantity,
  optionalString,
  optionalWord,
} from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';

const PATH = '/wallet/getaccount';

/** The purposes of staked coin, in the order of the wire's numbers; `TRON_POWER` yields only votes. */
export const RESOURCES = ['BANDWIDTH', 'ENERGY', 'TRON_POWER'] as const;

const permissionSchema = (type: 'Owner' | 'Active') => ({
  type: /* @__PURE__ */ optionalWord([type]),
  id: optionalInteger,
  permission_name: optionalString,
  threshold: optionalQuantity,
  operations: optionalString,
  keys: /* @__PURE__ */ optionalArray(/* @__PURE__ */ object({ address: optionalString, weight: optionalQuantity })),
});

const resourceWord = /* @__PURE__ */ optionalWord(RESOURCES);

const firstVersion = { frozen_balance: optionalQuantity, expire_time: optionalInteger };

const schema = /* @__PURE__ */ object({
  address: optionalString,
  account_name: optionalString,
  type: /* @__PURE__ */ optionalWord(['Normal', 'AssetIssue', 'Contract']),
  balance: optionalInt64,
  create_time: optionalInteger,
  allowance: optionalQuantity,
  assetV2: /* @__PURE__ */ optionalArray(/* @__PURE__ */ object({ key: optionalString, value: optionalQuantity })),
  votes: /* @__PURE__ */ optionalArray(
    /* @__PURE__ */ object({ vote_address: optionalString, vote_count: optionalQuantity }),
  ),
  frozen: /* @__PURE__ */ optionalArray(/* @__PURE__ */ object(firstVersion)),
  tron_power: /* @__PURE__ */ optionalObject(firstVersion),
  delegated_frozen_balance_for_bandwidth: optionalQuantity,
  delegated_frozenV2_balance_for_bandwidth: optionalQuantity,
  account_resource: /* @__PURE__ */ optionalObject({
    frozen_balance_for_energy: /* @__PURE__ */ optionalObject(firstVersion),
    delegated_frozen_balance_for_energy: optionalQuantity,
    delegated_frozenV2_balance_for_energy: optionalQuantity,
  }),
  frozenV2: /* @__PURE__ */ optionalArray(/* @__PURE__ */ object({ type: resourceWord, amount: optionalQuantity })),
  unfrozenV2: /* @__PURE__ */ optionalArray(
    /* @__PURE__ */ object({
      type: resourceWord,
      unfreeze_amount: optionalQuantity,
      unfreeze_expire_time: optionalInteger,
    }),
  ),
  owner_permission: /* @__PURE__ */ optionalObject(/* @__PURE__ */ permissionSchema('Owner')),
  active_permission: /* @__PURE__ */ optionalArray(/* @__PURE__ */ object(/* @__PURE__ */ permissionSchema('Active'))),
});

/** The purpose of staked coin; `TRON_POWER` yields only votes. */
export type Resource = (typeof RESOURCES)[number];

/** Coin that an account has staked for a resource. */
export interface Stake {
  readonly resource: Resource;
  readonly amount: SmallUnits;
  /** Set for stake whose resource another account uses; it has to be undelegated before it can be unstaked. */
  readonly delegated?: true;
  /** 1 for stake of the first version, from before `stake` and `unstake`; absent for all other. */
  readonly version?: 1;
  /** When stake of the first version can be released, unless it is delegated. */
  readonly expireTime?: number;
}

/** The keys that may sign for an account: together their weights must reach the threshold. */
export interface Permission {
  /** 0 owner, 1 witness, 2 or more active: a transaction's `permissionId`. */
  readonly permissionId: number;
  readonly name: string;
  readonly threshold: bigint;
  /** 64 hex digits, a bit per contract type; absent for the owner permission, which allows all. */
  readonly operations?: string;
  readonly keys: readonly { readonly address: Address; readonly weight: bigint }[];
}

/** An account of the chain. Amounts in small units, times in milliseconds since 1970. */
export interface Account {
  readonly address: Address;
  /** Available coin in small units, without stakes and rewards that are not withdrawn: see {@link totalBalance}. */
  readonly balance: SmallUnits;
  /** UTF-8 text, or hex if the bytes are not text; absent when never set. */
  readonly name?: string;
  readonly kind: 'Normal' | 'AssetIssue' | 'Contract';
  /** Absent for accounts of the genesis block and for contracts. */
  readonly createTime?: number;
  /** Rewards that are credited to the account but not withdrawn yet. */
  readonly allowance: SmallUnits;
  /** TRC-10 tokens, by their ids in digits; amounts in the token's smallest units. */
  readonly assets: readonly { readonly tokenId: string; readonly amount: bigint }[];
  readonly votes: readonly { readonly address: Address; readonly count: bigint }[];
  /** All its stake: its own resources first, then what it delegated to others, then stake of the first version. */
  readonly staked: readonly Stake[];
  /** Stake that is being unstaked, withdrawable from `expireTime` on. */
  readonly unstaking: readonly {
    readonly resource: Resource;
    readonly amount: SmallUnits;
    readonly expireTime: number;
  }[];
  /** Absent when never changed: the account's own key signs alone. */
  readonly ownerPermission?: Permission;
  readonly activePermissions: readonly Permission[];
}

/** The account to read. */
export interface GetAccountArgs {
  /** base58check or 41-hex */
  readonly address: string;
}

type WirePermission = NonNullable<output<typeof schema>['owner_permission']>;

const readPermission = (wire: WirePermission): Permission =>
  omitUndefined({
    permissionId: wire.id ?? 0,
    name: wire.permission_name ?? '',
    threshold: bigintOrZero(wire.threshold),
    operations: wire.operations,
    keys: (wire.keys ?? []).map((key) => ({ address: visibleAddress(key.address), weight: bigintOrZero(key.weight) })),
  });

/** All stakes of an account. Source: docs/protocol/staking.md, Account fields. */
function readStakes(wire: output<typeof schema>): Stake[] {
  const { frozen = [], tron_power: power, account_resource: energy } = wire;
  const first = (resource: Resource, stake: output<typeof schema>['tron_power']) =>
    omitUndefined({
      resource,
      amount: bigintOrZero(stake?.frozen_balance),
      version: 1 as const,
      expireTime: stake?.expire_time,
    });
  const delegatedToOthers = (resource: Resource, amount: number | bigint | undefined) =>
    ({ resource, amount: bigintOrZero(amount), delegated: true }) as const;
  const others: Stake[] = [
    delegatedToOthers('BANDWIDTH', wire.delegated_frozenV2_balance_for_bandwidth),
    delegatedToOthers('ENERGY', energy?.delegated_frozenV2_balance_for_energy),
    ...frozen.map((stake) => first('BANDWIDTH', stake)),
    first('ENERGY', energy?.frozen_balance_for_energy),
    first('TRON_POWER', power),
    { ...delegatedToOthers('BANDWIDTH', wire.delegated_frozen_balance_for_bandwidth), version: 1 },
    { ...delegatedToOthers('ENERGY', energy?.delegated_frozen_balance_for_energy), version: 1 },
  ];
  return [
    ...(wire.frozenV2 ?? []).map(({ type, amount }) => ({
      resource: type ?? ('BANDWIDTH' as const),
      amount: bigintOrZero(amount),
    })),
    ...others.filter(({ amount }) => amount > 0n),
  ];
}

/**
 * Returns all coin that an account owns, in small units: its balance, all its stake, delegated or not, and what is being
 * unstaked. Rewards that it has not withdrawn are not part of it: see {@link getReward}.
 *
 * Source: docs/protocol/staking.md, Account fields.
 *
 * @param account - as {@link getAccount} returns it
 *
 * @example
 * ```ts
 * import { createNodeClient, getAccount, totalBalance } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const account = await getAccount(client, { address: 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ' });
 * account && totalBalance(account); // => 1_000_000_000_000_000n
 * ```
 */
export const totalBalance = ({
  balance,
  staked,
  unstaking,
}: Pick<Account, 'balance' | 'staked' | 'unstaking'>): SmallUnits =>
  [...staked, ...unstaking].reduce((total, { amount }) => total + amount, balance);

/**
 * Whether a name in a visible answer may stand for other bytes: it may be hex, or contain escapes that its owner chose.
 */
const hasDoubtfulName = ({ address = '', account_name: name = '' }: output<typeof schema>): boolean =>
  !isHex(address) && (/[\\\ufffd\p{Cc}]/u.test(name) || (name !== '' && isHex(name)));

/** An answer in hex has the name's bytes. */
const readName = ({ address = '', account_name: name }: output<typeof schema>) =>
  name !== undefined && isHex(address) ? visibleText(name) : name;

/**
 * Reads an account; `undefined` when there is none at the address. Amounts in small units.
 *
 * Source: docs/specification.md, 4.2; docs/protocol/http.md, getaccount details.
 *
 * @param args - `address`: base58check or 41-hex
 * @param options - `state: 'solid'` to read a state that no fork can undo
 * @throws `ADDRESS_INVALID`; `RESPONSE_INVALID` also when the answer is about another account; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getAccount } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const account = await getAccount(client, { address: 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ' });
 * account?.name; // => 'Judy'
 * account?.balance; // => 1_000_000_000_000_000n
 * await getAccount(client, { address: 'TE42AtpB9ffMT1Ektdgu8q8ASQ5BdfWAGP' }); // => undefined
 * ```
 */
export async function getAccount(
  client: NodeClient,
  args: GetAccountArgs,
  options?: ReadStateOptions,
): Promise<Account | undefined> {
  const address = toAddress(args.address);
  const {
    answer: wire,
    source,
    isEmpty,
  } = await queryNode(
    client,
    {
      path: PATH,
      body: { address },
      schema,
      texts: {
        isDoubtful: hasDoubtfulName,
        hexFields: () => ({ address: addressToHex(address) }),
      },
    },
    options,
  );
  if (isEmpty) return undefined;
  return omitUndefined({
    address,
    balance: readBalance(source, wire, address),
    name: readName(wire),
    kind: wire.type ?? 'Normal',
    createTime: wire.create_time,
    allowance: bigintOrZero(wire.allowance),
    assets: (wire.assetV2 ?? []).map(({ key = '', value }) => ({ tokenId: key, amount: bigintOrZero(value) })),
    votes: (wire.votes ?? []).map((vote) => ({
      address: visibleAddress(vote.vote_address),
      count: bigintOrZero(vote.vote_count),
    })),
    staked: readStakes(wire),
    unstaking: (wire.unfrozenV2 ?? []).map((stake) => ({
      resource: stake.type ?? 'BANDWIDTH',
      amount: bigintOrZero(stake.unfreeze_amount),
      expireTime: stake.unfreeze_expire_time ?? 0,
    })),
    ownerPermission: wire.owner_permission && readPermission(wire.owner_permission),
    activePermissions: (wire.active_permission ?? []).map(readPermission),
  });
}
