import { updateAccount } from '../../state/accessors/accounts.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { type WorldState } from '../../vm/world/world-state.ts';
import { NotModelledError } from '../ledger-errors.ts';
import { acquiredOf, delegatedOf, usableStake } from '../staking/account-stake.ts';
import { isStakingV2 } from '../staking/staking-version.ts';
import { cancelAllUnfreezes, delegate, freeze, undelegate, unfreeze, withdrawExpired } from './stake-actions.ts';
import { canSelfDestruct, inheritStake } from './stake-inheritance.ts';
import {
  availableUnfreezes,
  checkUndelegate,
  delegatable,
  delegatedTo,
  expiredUnfreezes,
  resourceUsage,
  stakeOf,
  stakingParameter,
  unfreezableStake,
} from './stake-views.ts';

/**
 * The stakes of a ledger as the virtual machine sees them.
 *
 * Source: docs/protocol/staking.md, TVM opcodes and precompiles.
 */
export function createStakeState(state: State): WorldState['stakes'] {
  return {
    freezeV2: (request) => freeze(state, request),
    unfreezeV2: (request) => unfreeze(state, request),
    withdrawExpireUnfreeze: (owner) => withdrawExpired(state, owner),
    cancelAllUnfreezeV2: (owner) => cancelAllUnfreezes(state, owner),
    delegateResource: (request) => delegate(state, request),
    undelegateResource: (request) => undelegate(state, request),
    canSelfDestruct: (owner) => canSelfDestruct(state, owner),
    inheritStakeV2: (args) => inheritStake(state, args),

    // Stakes of version 1 do not exist on this ledger, but answers show that a contract has emptied its own.
    freezeV1() {
      if (!isStakingV2(state)) throw new NotModelledError('stakes where getUnfreezeDelayDays is 0');
      return false;
    },
    unfreezeV1: () => undefined,
    freezeV1ExpireTime: () => 0n,
    inheritStakeV1({ owner }) {
      if (isEnabled(state, 'getAllowTvmSelfdestructRestriction'))
        updateAccount(state, owner, { hasEmptyStakeV1: true });
    },

    getChainParameter: (code) => stakingParameter(state, code),
    availableUnfreezeV2Size: (address) => availableUnfreezes(state, address),
    unfreezableBalanceV2: (address, resource) => unfreezableStake(state, address, resource),
    expireUnfreezeBalanceV2: (address, time) => expiredUnfreezes(state, address, time),
    delegatableResource: (address, resource) => delegatable(state, address, resource),
    delegatedResourceV2: (query) => delegatedTo(state, query),
    checkUndelegateResource: (target, amount, resource) => checkUndelegate(state, target, amount, resource),
    resourceUsage: (address, resource) => resourceUsage(state, address, resource),
    totalResource: (address, resource) => stakeOf(state, address, resource, usableStake),
    totalDelegatedResource: (address, resource) => stakeOf(state, address, resource, delegatedOf),
    totalAcquiredResource: (address, resource) => stakeOf(state, address, resource, acquiredOf),
  };
}
