import { type Address, type SmallUnits } from '@coin/units';
import { hexToText } from '../encoding/hex.ts';
import { type JsonObject, type JsonValue } from '../encoding/json.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { type Transaction } from '../transaction/transaction.ts';

/** A build function of `@coin/rpc`, and the arguments with which it builds the same transaction. */
export interface BuildCall {
  /** `createTransaction`, `triggerSmartContract`, … */
  readonly functionName: string;
  readonly args: Readonly<Record<string, unknown>> & { readonly owner: Address };
}

type Fields = Readonly<Record<string, JsonValue | undefined>>;

const amount = (value: JsonValue | undefined): SmallUnits => BigInt((value ?? 0) as number);
const listOf = (value: JsonValue | undefined): readonly Fields[] => (value ?? []) as readonly Fields[];

/** Above 0, or absent. */
const positive = (value: JsonValue | undefined): bigint | undefined => (amount(value) > 0n ? amount(value) : undefined);

const permission = (value: JsonValue | undefined) => {
  const { permission_name: name, threshold, keys, operations } = (value ?? {}) as Fields;
  return omitUndefined({
    name,
    threshold: amount(threshold),
    operations,
    keys: listOf(keys).map(({ address, weight }) => ({ address, weight: amount(weight) })),
  });
};

const staked = (field: string) => (value: Fields) => ({
  amount: amount(value[field]),
  resource: value['resource'] ?? 'BANDWIDTH',
});

/** The arguments of each build function besides the owner, from the fields as a node prints them with visible true. */
const READERS: Readonly<Record<string, readonly [name: string, read: (value: Fields) => object]>> = {
  TransferContract: ['createTransaction', (value) => ({ to: value['to_address'], amount: amount(value['amount']) })],
  TransferAssetContract: [
    'transferAsset',
    (value) => ({ to: value['to_address'], tokenId: value['asset_name'], amount: amount(value['amount']) }),
  ],
  TriggerSmartContract: [
    'triggerSmartContract',
    (value) => ({
      contract: value['contract_address'],
      data: value['data'] ?? '',
      callValue: positive(value['call_value']),
    }),
  ],
  FreezeBalanceV2Contract: ['stake', staked('frozen_balance')],
  UnfreezeBalanceV2Contract: ['unstake', staked('unfreeze_balance')],
  UnfreezeBalanceContract: [
    'unstakeVersion1',
    (value) => ({ resource: value['resource'] ?? 'BANDWIDTH', receiver: value['receiver_address'] }),
  ],
  WithdrawExpireUnfreezeContract: ['withdrawUnstaked', () => ({})],
  CancelAllUnfreezeV2Contract: ['cancelUnstaking', () => ({})],
  DelegateResourceContract: [
    'delegateResource',
    (value) => ({
      ...staked('balance')(value),
      receiver: value['receiver_address'],
      lockBlocks: value['lock'] === true ? Number(value['lock_period'] ?? 0) : undefined,
    }),
  ],
  UnDelegateResourceContract: [
    'undelegateResource',
    (value) => ({ ...staked('balance')(value), receiver: value['receiver_address'] }),
  ],
  VoteWitnessContract: [
    'vote',
    ({ votes }) => ({
      votes: listOf(votes).map((each) => ({ address: each['vote_address'], count: amount(each['vote_count']) })),
    }),
  ],
  WithdrawBalanceContract: ['withdrawReward', () => ({})],
  WitnessCreateContract: ['createWitness', ({ url }) => ({ url: url ?? '' })],
  WitnessUpdateContract: ['updateWitness', (value) => ({ url: value['update_url'] ?? '' })],
  UpdateBrokerageContract: ['updateBrokerage', ({ brokerage }) => ({ brokeragePercent: Number(brokerage ?? 0) })],
  AccountPermissionUpdateContract: [
    'updateAccountPermissions',
    ({ owner, witness, actives }) => ({
      ownerPermission: permission(owner),
      witnessPermission: witness === undefined ? undefined : permission(witness),
      activePermissions: listOf(actives).map((active) => permission(active as JsonObject)),
    }),
  ],
  ProposalCreateContract: [
    'createProposal',
    ({ parameters }) => ({
      parameters: Object.fromEntries(listOf(parameters).map(({ key, value }) => [Number(key ?? 0), amount(value)])),
    }),
  ],
  ProposalApproveContract: [
    'approveProposal',
    (value) => ({
      proposalId: Number(value['proposal_id'] ?? 0),
      action: value['is_add_approval'] === true ? 'approve' : 'withdraw',
    }),
  ],
  ProposalDeleteContract: ['deleteProposal', (value) => ({ proposalId: Number(value['proposal_id'] ?? 0) })],
};

/** The type of a transaction's contract, and its fields as a node prints them; the hex of its bytes for unknown types. */
export function contractOf({ rawData }: Transaction) {
  const [contract] = rawData['contract'] as readonly [JsonObject & { type: string; parameter: JsonObject }];
  const { type, parameter, Permission_id: permissionId } = contract;
  const value = parameter['value'];
  const fields: Fields = typeof value === 'object' ? (value as JsonObject) : {};
  return { type, fields, permissionId: permissionId === undefined ? undefined : Number(permissionId) };
}

const TAKES_MEMO: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'createTransaction',
  'transferAsset',
  'triggerSmartContract',
]);
/** Fields, and a word, that no build function sets. */
const NOT_BUILT = ['call_token_value', 'token_id', 'support'];
const isBuilt = (type: string, fields: Fields): boolean =>
  (fields['resource'] !== 'TRON_POWER' || type === 'UnfreezeBalanceContract') &&
  !NOT_BUILT.some((name) => fields[name] !== undefined);

/** The call that builds the same transaction; undefined for deployments and what this package does not build. */
export function findBuildCall(transaction: Transaction): BuildCall | undefined {
  const { type, fields, permissionId } = contractOf(transaction);
  const [functionName, read] = (Object.hasOwn(READERS, type) && READERS[type]) || [];
  if (functionName === undefined || read === undefined || !isBuilt(type, fields)) return undefined;
  const { feeLimit, rawData } = transaction;
  const memo = rawData['data'] === undefined ? undefined : hexToText(rawData['data'] as string);
  if (rawData['data'] !== undefined && (memo === undefined || !TAKES_MEMO.has(functionName))) return undefined;
  if (feeLimit !== undefined && type !== 'TriggerSmartContract') return undefined;
  const owner = fields['owner_address'] as Address;
  return { functionName, args: omitUndefined({ owner, ...read(fields), memo, feeLimit, permissionId }) };
}
