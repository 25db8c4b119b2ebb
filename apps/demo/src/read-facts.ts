import { createNodeClient, getBalance, getChainParameters, getContractInfo } from '@coin/rpc';

/**
 * Reads chain parameters, and on request a balance and a contract's energy state, from any node. Sends no transaction.
 */
export async function readFacts(
  url: string,
  { address, contract }: { address?: string | undefined; contract?: string | undefined },
) {
  const client = createNodeClient({ transport: url });
  const { energyPrice, maxFactor, maxFeeLimit } = await getChainParameters(client);
  const info = contract === undefined ? undefined : await getContractInfo(client, { address: contract });
  if (contract !== undefined && info === undefined) throw new Error(`no contract exists at ${contract}`);
  return {
    ...(address === undefined ? {} : { balance: await getBalance(client, { address }) }),
    energyPrice,
    maxFactor,
    maxFeeLimit,
    ...(info === undefined ? {} : { contract: { factor: info.energyFactor, usage: info.energyUsage } }),
  };
}

export type Facts = Awaited<ReturnType<typeof readFacts>>;
