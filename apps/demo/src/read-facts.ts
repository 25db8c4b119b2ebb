import { bindClient, createNodeClient } from '@coin/rpc';

/**
 * Reads chain parameters, and on request a balance and a contract's energy state, from any node. Sends no transaction.
 */
export async function readFacts(
  url: string,
  { address, contract }: { address?: string | undefined; contract?: string | undefined },
) {
  const client = bindClient(createNodeClient({ transport: url }));
  const { energyPrice, maxFactor, maxFeeLimit } = await client.getChainParameters();
  const info = contract === undefined ? undefined : await client.getContractInfo({ address: contract });
  if (contract !== undefined && info === undefined) throw new Error(`no contract exists at ${contract}`);
  return {
    ...(address === undefined ? {} : { balance: await client.getBalance({ address }) }),
    energyPrice,
    maxFactor,
    maxFeeLimit,
    ...(info === undefined ? {} : { contract: { factor: info.energyFactor, usage: info.energyUsage } }),
  };
}

export type Facts = Awaited<ReturnType<typeof readFacts>>;
