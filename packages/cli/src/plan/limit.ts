import {
  clampFeeLimit,
  DEFAULT_MAX_FEE_LIMIT,
  feeLimitFromEnergyFactor,
  feeLimitFromEstimate,
  feeLimitFromMaxFactor,
  isFeeError,
  parseEnergyFactor,
} from '@coin/fee';
import { toAmount } from '../output/amount.ts';
import { type DataObject } from '../output/data.ts';
import { openClient, requireNode, type Session } from '../session.ts';
import { NotFoundError, UsageError } from '../usage-error.ts';
import { readAddress } from '../values/address.ts';
import { parseBigint } from '../values/parse.ts';

interface LimitOptions {
  readonly energyPrice?: bigint;
  readonly energyFactor?: string;
  readonly maxFactor?: string;
  readonly penalty?: bigint;
  readonly maxFeeLimit?: bigint;
  readonly contract?: string;
}

/** The figures that the methods need: as given, and otherwise as the node has them. */
async function readFigures(session: Session, options: LimitOptions) {
  const contract = options.contract === undefined ? undefined : readAddress(options.contract);
  if (contract !== undefined) {
    requireNode(session);
    if (options.energyFactor !== undefined)
      throw new UsageError('--contract reads the energy factor: leave out --energy-factor');
  }
  const given = {
    energyPrice: options.energyPrice,
    maxFeeLimit: options.maxFeeLimit,
    maxFactor: options.maxFactor === undefined ? undefined : parseEnergyFactor(options.maxFactor),
    energyFactor: options.energyFactor === undefined ? undefined : parseEnergyFactor(options.energyFactor),
  };
  if (session.node === undefined) {
    const { energyPrice, maxFeeLimit = DEFAULT_MAX_FEE_LIMIT } = given;
    if (energyPrice === undefined)
      throw new UsageError('A limit depends on the energy price: pass --energy-price UNITS, or --node URL to read it');
    return { ...given, energyPrice, maxFeeLimit };
  }
  const { getChainParameters, getContractInfo } = await import('@coin/rpc');
  const client = await openClient(session);
  const read = { signal: session.signal };
  const { energyPrice, maxFactor, maxFeeLimit } = await getChainParameters(client, read);
  const info = contract === undefined ? undefined : await getContractInfo(client, { address: contract }, read);
  if (contract !== undefined && info === undefined)
    throw new NotFoundError(`No contract exists at ${contract} on this network`);
  return {
    energyPrice: given.energyPrice ?? energyPrice,
    maxFeeLimit: given.maxFeeLimit ?? maxFeeLimit,
    maxFactor: given.maxFactor ?? maxFactor,
    energyFactor: given.energyFactor ?? info?.energyFactor,
  };
}

/** `coin limit`: the fee limit for some energy by each method. */
export async function compareLimits(
  session: Session,
  { energy: text }: { readonly energy: string },
  options: LimitOptions,
) {
  const energy = parseBigint(text);
  const { penalty = 0n } = options;
  if (penalty > energy) throw new UsageError(`The penalty of ${penalty} is more than the energy of ${energy}`);
  const { energyPrice, maxFeeLimit, maxFactor, energyFactor } = await readFigures(session, options);
  const prices = { energyPrice, maxFeeLimit };
  const basicEnergy = energy - penalty;
  const attempt = (method: string, reason: string, compute: () => bigint): DataObject => {
    try {
      return { method, feeLimit: toAmount(compute()), reason };
    } catch (error) {
      if (!isFeeError(error, 'FEE_LIMIT_TOO_HIGH')) throw error;
      const { needed } = error.context;
      return {
        method,
        feeLimit: toAmount(clampFeeLimit({ energy, ...prices }).feeLimit),
        reason: `${toAmount(needed).coin} coin needed, above the maximum`,
      };
    }
  };
  return {
    energy,
    energyPrice: toAmount(energyPrice),
    maxFeeLimit: toAmount(maxFeeLimit),
    limits: [
      attempt('estimate', 'the energy as it is now', () => feeLimitFromEstimate({ energy, ...prices })),
      ...(energyFactor === undefined
        ? []
        : [
            attempt('energy factor', "the contract's factor as it is now", () =>
              feeLimitFromEnergyFactor({ basicEnergy, energyFactor, ...prices }),
            ),
          ]),
      ...(maxFactor === undefined
        ? []
        : [
            attempt('max factor', 'the highest factor that the network allows', () =>
              feeLimitFromMaxFactor({ basicEnergy, maxFactor, ...prices }),
            ),
          ]),
    ],
  };
}
