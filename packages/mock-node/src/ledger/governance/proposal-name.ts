import { type ChainParameterName } from '../../protocol/chain-parameters.ts';

/** Names that do not follow from the parameter's. */
const others: Partial<Readonly<Record<ChainParameterName, string>>> = {
  getAllowTvmTransferTrc10: 'ALLOW_TVM_TRANSFER_TRC10',
  getTotalEnergyCurrentLimit: 'TOTAL_CURRENT_ENERGY_LIMIT',
  getChangeDelegation: 'ALLOW_CHANGE_DELEGATION',
  getAllowOptimizeBlackHole: 'ALLOW_REMOVE_BLACKHOLE',
  getAllowTvmShangHai: 'ALLOW_TVM_SHANGHAI',
};

/** The name of a parameter in error messages about proposals: `ENERGY_FEE` for `getEnergyFee`. */
export function proposalName(parameter: ChainParameterName): string {
  const words = parameter.slice('get'.length).split(/(?<=[a-z])(?=[A-Z\d])|(?<=\d)(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return others[parameter] ?? words.join('_').toUpperCase();
}
