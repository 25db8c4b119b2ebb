import {
  createTransaction,
  delegateResource,
  sendTransaction,
  stake,
  triggerSmartContract,
  undelegateResource,
  unstake,
  vote,
  withdrawReward,
  withdrawUnstaked,
  type Transaction,
} from '@coin/rpc';
import { recordOf } from '../node/local-network.ts';
import { problemOf } from '../problem-of.ts';
import { type Action } from './actions.ts';
import { tokenTransfer, type Actor, type Stage } from './stage.ts';

/** What became of an action. Amounts are small units. */
export interface PlayedAction {
  readonly action: Action;
  /** Of a transaction in a block. */
  readonly record?: {
    readonly txID: string;
    readonly blockNumber: number;
    readonly result: string;
    readonly succeeded: boolean;
    readonly bandwidth: bigint;
    readonly energy: bigint;
    readonly fee: bigint;
  };
  /** Why there is no transaction, in the words of the client. */
  readonly problem?: string;
}

type OwnAction = Extract<Action, { readonly from: number }>;

const RESOURCE_NAMES = { bandwidth: 'BANDWIDTH', energy: 'ENERGY' } as const;

function actorOf({ actors }: Stage, number: number): Actor {
  const actor = actors[number - 1];
  if (actor === undefined) throw new RangeError(`There is no account ${number}.`);
  return actor;
}

/** Has the node build the transaction of an action. */
function build(stage: Stage, action: OwnAction): Promise<Transaction> {
  const { client, node, token } = stage;
  const { address: owner } = actorOf(stage, action.from);
  switch (action.do) {
    case 'send':
      return createTransaction(client, { owner, to: actorOf(stage, action.to).address, amount: action.amount });
    case 'call':
      return triggerSmartContract(client, { owner, ...tokenTransfer(token, actorOf(stage, action.to).address, 1n) });
    case 'stake':
      return stake(client, { owner, amount: action.amount, resource: RESOURCE_NAMES[action.resource] });
    case 'unstake':
      return unstake(client, { owner, amount: action.amount, resource: RESOURCE_NAMES[action.resource] });
    case 'delegate':
    case 'undelegate': {
      const { address: receiver } = actorOf(stage, action.to);
      const args = { owner, receiver, amount: action.amount, resource: RESOURCE_NAMES[action.resource] };
      return action.do === 'delegate' ? delegateResource(client, args) : undelegateResource(client, args);
    }
    case 'vote':
      return vote(client, { owner, votes: [{ address: node.witnesses[0].address, count: action.votes }] });
    case 'reward':
      return withdrawReward(client, { owner });
    case 'collect':
      return withdrawUnstaked(client, { owner });
  }
}

const HOUR = 3_600_000;

function passTime({ node }: Stage, action: Exclude<Action, OwnAction>): void {
  switch (action.do) {
    case 'blocks':
      return node.mine(action.count);
    case 'hours':
      node.advanceTime(action.count * HOUR);
      return node.mine();
    case 'cycle':
      return node.advanceCycle();
  }
}

/** Plays an action. A rejection by the chain is part of the result. */
export async function playAction(stage: Stage, action: Action): Promise<PlayedAction> {
  if (!('from' in action)) {
    passTime(stage, action);
    return { action };
  }
  try {
    const { signer } = actorOf(stage, action.from);
    const sent = sendTransaction(stage.client, { transaction: build(stage, action), signer });
    const { txID, blockNumber, result, succeeded, fee, receipt } = await recordOf(stage, sent);
    const { bandwidth, energyTotal: energy } = receipt;
    return { action, record: { txID, blockNumber, result, succeeded, fee, bandwidth, energy } };
  } catch (error) {
    return { action, problem: problemOf(error) };
  }
}
