import { Map } from 'immutable';
import { type Hex } from '../../protocol/primitives.ts';
import { type Properties } from '../../state/records/properties.ts';
import { type Root } from '../../state/root.ts';

/** The initial state: of a genesis block, or of the block a fork starts from. */
export const noRecords: Omit<Root, 'parameters' | 'properties' | 'blocks'> = /* @__PURE__ */ (() => ({
  accounts: Map(),
  names: Map(),
  accountIds: Map(),
  contracts: Map(),
  code: Map(),
  storage: Map(),
  contractStates: Map(),
  witnesses: Map(),
  pendingVotes: Map(),
  delegations: Map(),
  rewards: Map(),
  voterSnapshots: Map(),
  proposals: Map(),
  assets: Map(),
  exchanges: Map(),
  orders: Map(),
  orderBooks: Map(),
  traders: Map(),
  transactions: Map(),
}))();

/** The properties that count from that block on. */
export const noCounts = {
  solidifiedNumber: 0,
  flushedNumber: 0,
  publicNetUsage: 0n,
  publicNetTime: 0,
  minted: 0n,
  unpaidRewards: 0n,
  transactionFeePool: 0n,
  blockEnergyUsage: 0n,
} as const satisfies Partial<Properties>;

/**
 * The contract types that permissions may allow: the types of the default active permission, and permission changes
 * (46).
 */
export function operationsOf(active: Hex): Pick<Properties, 'activeDefaultOperations' | 'availableContractTypes'> {
  const byte = Number.parseInt(active.slice(10, 12), 16) | (1 << 6);
  const available = active.slice(0, 10) + byte.toString(16).padStart(2, '0') + active.slice(12);
  return { activeDefaultOperations: active, availableContractTypes: available };
}
