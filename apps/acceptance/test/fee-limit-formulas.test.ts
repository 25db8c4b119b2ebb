import {
  clampFeeLimit,
  feeLimitAcrossCycle,
  feeLimitFromEnergyFactor,
  feeLimitFromEstimate,
  feeLimitFromMaxFactor,
} from '@coin/fee';
import { getChainParameters, getContractInfo, isRpcError, triggerConstantContract } from '@coin/rpc';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomCalls } from '../src/random-code.ts';
import { addresses, openRandomNetwork } from '../src/random-network.ts';

test(
  'a limit from the figures of a constant call suffices at the same state, by any formula',
  { timeout: 600_000 },
  async () => {
    const executed = { calls: 0, sendingCoin: 0 };
    await fc.assert(
      fc.asyncProperty(randomCalls(), async (call) => {
        const { client, planned, run } = await openRandomNetwork({ ...call, callerPercent: 100 });
        let answer;
        try {
          answer = await triggerConstantContract(client, planned);
        } catch (error) {
          // The call fails under every limit.
          if (isRpcError(error)) return;
          throw error;
        }
        const { energyPrice, maxFactor, increaseFactor, maxFeeLimit } = await getChainParameters(client);
        const contracts = [];
        for (const contract of addresses) {
          contracts.push({ energyFactor: (await getContractInfo(client, { contract }))?.energyFactor ?? 0n });
        }
        const highest = contracts.map(({ energyFactor }) => energyFactor).reduce((a, b) => (a > b ? a : b));
        const { energyUsed: energy, basicEnergy, constantResult, internalTransactions } = answer;
        const prices = { energyPrice, maxFeeLimit };
        const codeSize = call.isDeployment ? constantResult.length / 2 : 0;
        const basic = { basicEnergy, codeSize, ...prices };
        const limits = {
          clamped: clampFeeLimit({ energy, ...prices }).feeLimit,
          estimate: feeLimitFromEstimate({ energy, ...prices }),
          energyFactor: feeLimitFromEnergyFactor({ ...basic, energyFactor: highest }),
          acrossCycle: feeLimitAcrossCycle({ ...basic, contracts, maxFactor, increaseFactor }),
          maxFactor: feeLimitFromMaxFactor({ ...basic, maxFactor }),
        };
        const results = [];
        for (const [formula, feeLimit] of Object.entries(limits)) results.push([formula, (await run(feeLimit)).result]);
        expect(results).toEqual(Object.keys(limits).map((formula) => [formula, 'SUCCESS']));
        executed.calls++;
        if (internalTransactions.some(({ callValue }) => callValue > 0n)) executed.sendingCoin++;
      }),
      { numRuns: 150 },
    );
    expect(executed.calls).toBeGreaterThan(75);
    expect(executed.sendingCoin).toBeGreaterThan(15);
  },
);
