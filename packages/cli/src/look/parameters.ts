import { getChainParameters, getNextMaintenanceTime, listProposals } from '@coin/rpc';
import { toAmount } from '../output/amount.ts';
import { openClient, type Session } from '../session.ts';
import { printedName } from '../values/parameter-name.ts';

/** Ten-thousandths as a decimal. */
export const formatFactor = (factor: bigint): string => String(Number(factor) / 10_000);

/** `coin params`: prices, limits, and the proposals that may change them. */
export async function showParameters(session: Session, _: object, { all }: { readonly all?: true }) {
  const client = await openClient(session);
  const options = { signal: session.signal };
  const parameters = await getChainParameters(client, options);
  const pending = (await listProposals(client, options)).filter(({ status }) => status === 'PENDING');
  return {
    energyPrice: toAmount(BigInt(parameters.energyPrice)),
    bandwidthPrice: toAmount(parameters.bandwidthPrice),
    maxFeeLimit: toAmount(parameters.maxFeeLimit),
    accountCreationFee: toAmount(parameters.accountCreationFee),
    memoFee: toAmount(parameters.memoFee),
    multiSignFee: toAmount(parameters.multiSignFee),
    freeBandwidth: parameters.freeBandwidth,
    dynamicEnergy: parameters.dynamicEnergy,
    increaseFactor: formatFactor(parameters.increaseFactor),
    maxFactor: formatFactor(parameters.maxFactor),
    blockReward: toAmount(parameters.blockReward),
    votingReward: toAmount(parameters.votingReward),
    nextMaintenance: new Date(await getNextMaintenanceTime(client, options)),
    proposals: pending.flatMap(({ proposalId, parameters: changes, expirationTime, approvals }) =>
      Object.entries(changes).map(([name, value]) => ({
        proposal: proposalId,
        parameter: name,
        now: parameters.values[printedName(name)],
        proposed: value,
        approvals: approvals.length,
        decided: new Date(expirationTime),
      })),
    ),
    values: all ? parameters.values : undefined,
  };
}
