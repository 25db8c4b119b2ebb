import {
  clampFeeLimit,
  feeLimitAcrossCycle,
  feeLimitFromEnergyFactor,
  feeLimitFromEstimate,
  feeLimitFromMaxFactor,
} from '@coin/fee';
import { getChainParameters, getContractInfo, isRpcError, triggerConstantContract } from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTRACTS, type RandomCall, randomCalls, readsResources } from '../src/random-code.ts';
import { addresses, openRandomNetwork } from '../src/random-network.ts';

/** Runs a call under the limit of each formula. Undefined when the call fails under every limit. */
async function runByFormula(call: RandomCall) {
  const { client, planned, run } = await openRandomNetwork({ ...call, callerPercent: 100 });
  let answer;
  try {
    answer = await triggerConstantContract(client, planned);
  } catch (error) {
    if (isRpcError(error)) return undefined;
    throw error;
  }
  const { energyPrice, maxFactor, increaseFactor, maxFeeLimit } = await getChainParameters(client);
  const contracts = [];
  for (const contract of addresses) {
    contracts.push({ energyFactor: (await getContractInfo(client, { address: contract }))?.energyFactor ?? 0n });
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
  // Several formulas often give the same limit.
  const byLimit = new Map<bigint, string>();
  for (const feeLimit of new Set(Object.values(limits))) byLimit.set(feeLimit, (await run(feeLimit)).result);
  const results = Object.entries(limits).map(([formula, feeLimit]) => [formula, byLimit.get(feeLimit)]);
  return { results, internalTransactions };
}

const successes = ['clamped', 'estimate', 'energyFactor', 'acrossCycle', 'maxFactor'].map((formula) => [
  formula,
  'SUCCESS',
]);

// The use of resources is not the same state in the call and in the transaction, which uses some itself.
const callsOfOneState = randomCalls().filter(({ codes }) => !codes.some(readsResources));

describe('a limit from the figures of a constant call', () => {
  test('is enough at the same state, by any formula', { timeout: 600_000 }, () =>
    fc.assert(
      fc.asyncProperty(callsOfOneState, async (call) => {
        const executed = await runByFormula(call);
        if (executed !== undefined) expect(executed.results).toEqual(successes);
      }),
      { numRuns: scaled(30) },
    ),
  );

  test.each([
    ['a call', false],
    ['a deployment', true],
  ])('is enough by any formula for %s that sends coin to a contract which sends coin', async (_, isDeployment) => {
    const sendOne = (to: string) => `5f5f5f5f600173${to}5af15000`;
    const executed = await runByFormula({
      codes: [sendOne(CONTRACTS[1]), sendOne(CONTRACTS[2]), '600060005500'],
      balances: [1, 1, 0],
      factors: [2_000, 3_400, 34_000],
      callValue: 1,
      callerPercent: 100,
      isDeployment,
    });
    expect(executed?.results).toEqual(successes);
    expect(executed?.internalTransactions.filter(({ callValue }) => callValue > 0n)).toHaveLength(2);
  });
});
