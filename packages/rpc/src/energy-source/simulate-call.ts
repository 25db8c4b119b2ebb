import { type ContractCall, type Simulation } from '@coin/units';
import { nameRevert } from '../abi/name-revert.ts';
import { toAddress } from '../address/address.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { triggerConstantContract } from '../endpoints/trigger-constant-contract.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';
import { codeTraits, pathTraits } from './code-traits.ts';

/** The minimum energy of an inner call with coin or tokens: 9,040 units, less the stipend of 2,300. */
const VALUE_CALL_ENERGY = 6_740;

const CODE_DEPOSIT_PER_BYTE = 200;

export async function simulateCall(client: NodeClient, call: ContractCall, options?: CallOptions): Promise<Simulation> {
  const { abi = [], ...rest } = call;
  const result = await nameRevert(abi, triggerConstantContract(client, rest, options));
  const { energyUsed: energy, energyPenalty, constantResult, internalTransactions } = result;
  const innerCalls = internalTransactions.filter(({ note }) => note === 'call');
  const called = innerCalls.map(({ to }) => to);
  const valueCalls = innerCalls.filter(
    ({ callValue, tokens }) => callValue > 0n || tokens.some(({ amount }) => amount > 0n),
  ).length;
  const codeSize = call.contract === undefined ? constantResult.length / 2 : 0;
  const executed = Number(energy - energyPenalty) - codeSize * CODE_DEPOSIT_PER_BYTE - valueCalls * VALUE_CALL_ENERGY;
  // A call to itself and a DELEGATECALL show the same address, so a trace cannot distinguish them, nor a library's
  // code.
  const ranOtherCode = internalTransactions.filter(({ note, caller, to }) => note === 'create' || caller === to);
  // The constructor's code is in the arguments. The code of other contracts is in their states.
  const traits = call.contract === undefined ? codeTraits('data' in call ? call.data : '') : undefined;
  const areNoneHidden = traits !== undefined && !traits.mayCallWithValue && !traits.callsContracts;
  const hiddenValueCalls = areNoneHidden ? 0 : Math.max(0, Math.floor(executed / VALUE_CALL_ENERGY));
  const simulation = {
    kind: 'simulation',
    energy,
    energyPenalty,
    valueCalls,
    hiddenValueCalls,
    ranOtherCode: [...new Set(ranOtherCode.map(({ caller }) => caller))],
  } as const;
  if (call.contract !== undefined) {
    return { ...simulation, touched: [...new Set([toAddress(call.contract), ...called])] };
  }
  // The new contract has no state yet, so only its own code counts here, and the contracts that it names are not read.
  const { observesEnergy: verdict = false, runsCodeOf = [] } = traits ?? {};
  const mayRunOther = verdict === 'through-other-code' || runsCodeOf.length > 0;
  const observesEnergy = verdict === true || (mayRunOther && ranOtherCode.length > 0 ? undefined : false);
  return omitUndefined({
    ...simulation,
    touched: [...new Set(called)],
    codeSize,
    observesEnergy,
    ...(traits && pathTraits(traits)),
  });
}
