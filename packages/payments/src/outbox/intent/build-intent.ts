import {
  createTransaction,
  delegateResource,
  stake,
  transferAsset,
  triggerSmartContract,
  undelegateResource,
  unstake,
  vote,
  withdrawReward,
  withdrawUnstaked,
  type BuildOptions,
  type NodeClient,
  type Transaction,
} from '@coin/rpc';
import { type SmallUnits } from '@coin/units';
import { word } from '../../funds/token-balance.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import {
  type CallIntent,
  type OutboxIntent,
  type PlanFeeLimit,
  type PlannedCall,
  type TokenTransferIntent,
} from './outbox-intent.ts';

/** Builds an intent that runs no contract from its fields. */
const BUILDERS = {
  transfer: createTransaction,
  'transfer-asset': transferAsset,
  stake,
  unstake,
  delegate: delegateResource,
  undelegate: undelegateResource,
  vote,
  'withdraw-reward': withdrawReward,
  'withdraw-unstaked': withdrawUnstaked,
} satisfies Record<Exclude<OutboxIntent['kind'], 'call' | 'transfer-token'>, unknown>;

/** The call that moves a token. Source: TIP-20. */
const callOfToken = ({ token, to, amount, ...intent }: TokenTransferIntent): CallIntent => ({
  ...intent,
  kind: 'call',
  contract: token,
  functionSelector: 'transfer(address,uint256)',
  parameter: word(to) + word(amount),
});

/** The part of a call that a planner needs. */
function plannedCall({ data, functionSelector, parameter = '', ...intent }: CallIntent): PlannedCall {
  const { owner, contract, callValue, memo, permissionId } = intent;
  const callee = omitUndefined({ owner, contract, callValue, memo, permissionId });
  return data === undefined ? { ...callee, functionSelector, parameter } : { ...callee, data };
}

/** Returns the fee limit of a call: its own or a planned one; undefined if it has none and there is no planner. */
export async function findFeeLimit(
  intent: CallIntent | TokenTransferIntent,
  planFeeLimit: PlanFeeLimit | undefined,
  options: { signal: AbortSignal },
): Promise<SmallUnits | undefined> {
  if (intent.feeLimit !== undefined) return intent.feeLimit;
  return planFeeLimit?.(plannedCall(intent.kind === 'call' ? intent : callOfToken(intent)), options);
}

/** Requests an intent's unsigned transaction from the node. */
export async function buildIntent(
  client: NodeClient,
  intent: OutboxIntent,
  planFeeLimit: PlanFeeLimit | undefined,
  options: { signal: AbortSignal },
): Promise<Transaction> {
  if (intent.kind !== 'call' && intent.kind !== 'transfer-token') {
    const { kind, ...args } = intent;
    const build = BUILDERS[kind] as (given: NodeClient, fields: object, how: BuildOptions) => Promise<Transaction>;
    return build(client, args, options);
  }
  const { kind: _, ...call } = intent.kind === 'call' ? intent : callOfToken(intent);
  const limit = await findFeeLimit(intent, planFeeLimit, options);
  // Absent if the outbox that enqueued the call had a planner and this one has none, which is rejected as an argument.
  return triggerSmartContract(client, { ...call, feeLimit: limit as SmallUnits }, options);
}
