import { type EnergyRules, type ScheduledRules } from '@coin/units';
import { type ChainParameters, getChainParameters } from '../endpoints/get-chain-parameters.ts';
import { getNextMaintenanceTime } from '../endpoints/get-next-maintenance-time.ts';
import { type NumberedProposal, readProposals } from '../endpoints/list-proposals.ts';
import { listWitnesses } from '../endpoints/list-witnesses.ts';
import { RpcError } from '../errors.ts';
import { toFeePrices } from '../fee-prices/get-fee-prices.ts';
import { isKnownParameter } from '../transaction/contracts/proposal-parameters.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';

type FeeLimitParameter = Exclude<keyof ScheduledRules, 'at' | 'undecided'>;

/** The parameters that a fee limit depends on, by their numbers. Source: docs/protocol/chain-parameters.md. */
const FEE_LIMIT_PARAMETERS: { readonly [id: number]: FeeLimitParameter } = {
  11: 'energyPrice',
  47: 'maxFeeLimit',
  74: 'increaseFactor',
  75: 'maxFactor',
};

/**
 * The changes in open proposals. A proposal passes with the approval of 70 % of the active witnesses, rounded down to
 * an integer: 18 of 27, and 0 of 1.
 * Source: docs/protocol/governance.md.
 */
async function readScheduledRules(
  client: NodeClient,
  proposals: readonly NumberedProposal[],
  options?: CallOptions,
): Promise<ScheduledRules[]> {
  const open = proposals.filter(
    ({ status, parameters }) => status === 'PENDING' && parameters.some(({ id }) => id in FEE_LIMIT_PARAMETERS),
  );
  if (open.length === 0) return [];
  const witnesses = await listWitnesses(client, options);
  const active = new Set(witnesses.filter((witness) => witness.active).map(({ address }) => address));
  return open.map(({ expirationTime: at, approvals, parameters }) => {
    const isDecided = approvals.filter((address) => active.has(address)).length >= Math.trunc((active.size * 7) / 10);
    const change: { -readonly [K in keyof ScheduledRules]: ScheduledRules[K] } = isDecided
      ? { at }
      : { at, undecided: true };
    for (const { id, value } of parameters) {
      const parameter = FEE_LIMIT_PARAMETERS[id];
      if (parameter === undefined) continue;
      if (value < 0n)
        throw new RpcError('RESPONSE_INVALID', {
          path: '/wallet/listproposals',
          field: parameter,
          reason: String(value),
        });
      change[parameter] = value;
    }
    return change;
  });
}

/** Parameters that the network has set, or may set by an open proposal, and that this version does not know. */
function findUnknown({ values }: ChainParameters, proposals: readonly NumberedProposal[]): string[] {
  const set = Object.entries(values).filter(([name, value]) => value !== 0n && !isKnownParameter(name));
  const proposed = proposals
    .filter(({ status }) => status === 'PENDING')
    .flatMap(({ parameters }) => parameters)
    .filter(({ id, value }) => value !== 0n && !isKnownParameter(id));
  return [...new Set([...set.map(([name]) => name), ...proposed.map(({ id }) => `parameter ${id}`)])];
}

export async function readEnergyRules(client: NodeClient, options?: CallOptions): Promise<EnergyRules> {
  const readChanges = async () => {
    const proposals = await readProposals(client, options);
    return { proposals, scheduled: await readScheduledRules(client, proposals, options) };
  };
  const [parameters, nextMaintenance, { proposals, scheduled }] = await Promise.all([
    getChainParameters(client, options),
    getNextMaintenanceTime(client, options),
    readChanges(),
  ]);
  const unknownParameters = findUnknown(parameters, proposals);
  const { energy: _, bandwidth: __, ...prices } = toFeePrices(parameters);
  const { energyPrice, energyThreshold: threshold, maxFeeLimit, bandwidthPrice, dynamicEnergy } = parameters;
  return {
    energyPrice,
    maxFactor: dynamicEnergy ? parameters.maxFactor : 0n,
    threshold,
    increaseFactor: dynamicEnergy ? parameters.increaseFactor : 0n,
    maxFeeLimit,
    nextMaintenance,
    maintenanceIntervalMs: parameters.maintenanceIntervalMs,
    bandwidthPrice,
    prices,
    scheduled,
    ...(unknownParameters.length > 0 && { unknownParameters }),
  };
}
