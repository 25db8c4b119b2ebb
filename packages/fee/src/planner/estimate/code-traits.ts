import { type Address, type ContractCall, type ContractEnergyState, type Simulation } from '@coin/units';

/** Facts about the code that ran, from a simulation or from history. */
export type CodeThatRan = Pick<
  Simulation,
  'touched' | 'ranOtherCode' | 'observesEnergy' | 'passesFixedEnergy' | 'readsResources' | 'hiddenValueCalls'
>;

/** The abilities of all code that ran. */
export interface CodeTraits {
  /** Whether any of it may make inner calls with coin or tokens. */
  readonly mayCallWithValue: boolean;
  /** Whether any of it may notice how much energy it has left, or is unknown. */
  readonly mayObserve: boolean;
  /** Whether any of it certainly can. */
  readonly isObserved: boolean;
  /** Whether any of it may call code with an amount of energy that no longer suffices under another factor. */
  readonly fixesInnerEnergy: boolean;
  /** Whether any of it may ask what an account has left of a resource. */
  readonly readsResources: boolean;
}

/** The abilities of the code that ran, from the states of the touched contracts; an unreadable state is undefined. */
export function codeTraits(
  call: ContractCall,
  ran: CodeThatRan,
  states: readonly (ContractEnergyState | undefined)[],
): CodeTraits {
  const isDeployment = call.contract === undefined;
  const verdicts = states.map((state, index) => observes(state, ran.touched[index] ?? '', ran.ranOtherCode));
  if (isDeployment || states.length === 0) verdicts.push(ran.observesEnergy);
  return {
    // The code of a deployment is not among the states.
    mayCallWithValue: isDeployment || states.length === 0 || states.some((state) => state?.mayCallWithValue !== false),
    mayObserve: verdicts.some((verdict) => verdict !== false),
    isObserved: verdicts.includes(true),
    fixesInnerEnergy: fixesInnerEnergy(isDeployment, ran, states),
    readsResources: ran.readsResources === true || states.some((state) => state?.readsResources),
  };
}

/** Code that no trace names may fix the energy of its calls too. */
function fixesInnerEnergy(
  isDeployment: boolean,
  { touched, ranOtherCode, passesFixedEnergy }: CodeThatRan,
  states: readonly (ContractEnergyState | undefined)[],
): boolean {
  const withCode = states.filter((state) => state === undefined || hasCode(state)).length;
  const callsOthers = withCode > (isDeployment ? 0 : 1);
  if (!callsOthers && ranOtherCode?.length === 0) return false;
  const ranUnnamed = (state: ContractEnergyState | undefined, address: Address = ''): boolean =>
    state?.observesEnergy === 'through-other-code' && (ranOtherCode?.includes(address) ?? true);
  return (
    passesFixedEnergy === true ||
    states.some(
      (state, index) => state?.passesFixedEnergy === true || (callsOthers && ranUnnamed(state, touched[index])),
    )
  );
}

/** An account without code has no deployer and no factor. */
const hasCode = ({ deployer, energyFactor, updateCycle, observesEnergy }: ContractEnergyState): boolean =>
  deployer !== undefined || energyFactor > 0n || updateCycle > 0 || observesEnergy !== false;

/** Whether a contract could notice how much energy it had left; undefined if unknown. */
function observes(
  state: ContractEnergyState | undefined,
  address: Address,
  ranOtherCode: readonly Address[] | undefined,
): boolean | undefined {
  const { observesEnergy } = state ?? {};
  if (observesEnergy !== 'through-other-code') return observesEnergy;
  return ranOtherCode === undefined || ranOtherCode.includes(address) ? undefined : false;
}
