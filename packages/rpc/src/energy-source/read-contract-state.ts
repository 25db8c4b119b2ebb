import { type Address, type ContractEnergyState } from '@coin/units';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { type ContractInfo, getContractInfo } from '../endpoints/get-contract-info.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';
import { codeTraits, mergeTraits, pathTraits, UNREAD_CODE } from './code-traits.ts';

/** Maximum number of contracts whose code is read to judge one contract. A proxy names one. */
const MAX_NAMED_CONTRACTS = 4;

/**
 * The energy traits of a contract's code, together with the code that it names and delegates to: a minimal proxy has
 * the traits of its implementation. A contract of version 1 keeps a 64th of the energy that it passes on.
 */
async function readTraits(
  client: NodeClient,
  info: ContractInfo,
  options?: CallOptions,
): Promise<Pick<ContractEnergyState, 'mayCallWithValue' | 'observesEnergy' | 'passesFixedEnergy' | 'readsResources'>> {
  const read = new Set<string>();
  const all = [codeTraits(info.runtimeCode)];
  let keepsPart = info.version !== undefined;
  // The code read here may name further code.
  for (const { runsCodeOf } of all) {
    for (const contract of runsCodeOf) {
      if (read.has(contract)) continue;
      if (read.size === MAX_NAMED_CONTRACTS) {
        all.push(UNREAD_CODE);
        break;
      }
      read.add(contract);
      const named = await getContractInfo(client, { address: contract }, options);
      all.push(codeTraits(named?.runtimeCode ?? ''));
      keepsPart ||= named?.version !== undefined;
    }
  }
  const traits = mergeTraits(all);
  const { mayCallWithValue, callsContracts, observesEnergy } = traits;
  const isUnknown = keepsPart && callsContracts && observesEnergy !== true;
  return omitUndefined({
    mayCallWithValue,
    observesEnergy: isUnknown ? undefined : observesEnergy,
    ...pathTraits(traits),
  });
}

/** An account without code cannot do anything. */
const NO_CODE = { mayCallWithValue: false, observesEnergy: false } as const;

export async function readContractState(
  client: NodeClient,
  contract: Address,
  options?: CallOptions,
): Promise<ContractEnergyState> {
  const info = await getContractInfo(client, { address: contract }, options);
  return omitUndefined({
    energyFactor: info?.energyFactor ?? 0n,
    energyUsage: info?.energyUsage ?? 0n,
    updateCycle: info?.updateCycle ?? 0,
    deployer: info?.deployer,
    callerPercent: info?.callerPercent,
    deployerEnergyLimit: info?.deployerEnergyLimit,
    // A contract that a call creates and then calls has no code here either, but the simulation shows its creation.
    ...(info ? await readTraits(client, info, options) : NO_CODE),
  });
}
