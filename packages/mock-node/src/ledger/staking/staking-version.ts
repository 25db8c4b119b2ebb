import { getParameter, isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { type WindowForm } from './resource-recovery.ts';

/** Whether staking version 2 is in force. */
export const isStakingV2 = (state: State): boolean => isEnabled(state, 'getUnfreezeDelayDays');

/** How windows are currently stored. docs/protocol/staking.md, What changes when a flag is off. */
export function windowForm(state: State): WindowForm {
  if (!isStakingV2(state)) return 'fixed';
  return getParameter(state, 'getAllowCancelAllUnfreezeV2') === 1n ? 'thousandths' : 'slots';
}
