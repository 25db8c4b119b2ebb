import { getAccountResources, getChainParameters, toAddress } from '@coin/rpc';
import { getDeployerShare, getFeePrices, getOwnerResources } from '@coin/rpc/fee-prices';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from '../support/client-with-answers.ts';
import { recorded, recordedResponse } from '../support/recordings.ts';

const CALLER = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const CONTRACT = '41c6db017de6cab42c3d4a69e32b71ade602ebce83';

const chainParameters: readonly { key: string; value?: number }[] = JSON.parse(
  recorded('chain.getchainparameters').answer,
).chainParameter;
const clientOf = (chainParameter: readonly object[]) =>
  clientWithAnswers(() => Response.json({ chainParameter })).client;

const names = {
  getCreateAccountFee: 'accountCreation',
  getCreateNewAccountFeeInSystemContract: 'accountCreationInContract',
  getCreateNewAccountBandwidthRate: 'accountCreationBandwidthRate',
  getMemoFee: 'memo',
  getMultiSignFee: 'multiSign',
} as const;

test('prices match the chain parameters', async () => {
  const client = clientOf(chainParameters);
  const parameters = await getChainParameters(client);
  expect(await getFeePrices(client)).toEqual({
    energy: parameters.energyPrice,
    bandwidth: parameters.bandwidthPrice,
    accountCreation: parameters.accountCreationFee,
    accountCreationInContract: parameters.accountCreationInContractFee,
    accountCreationBandwidthRate: parameters.accountCreationBandwidthRate,
    memo: parameters.memoFee,
    multiSign: parameters.multiSignFee,
  });
  expect(parameters).toMatchObject({ accountCreationFee: 100_000n, accountCreationInContractFee: 1_000_000n });
});

test('a price is 0 if the node omits its value, and absent if the node does not name it', async () => {
  const whole = await getFeePrices(clientOf(chainParameters));
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(Object.keys(names) as (keyof typeof names)[]),
      fc.boolean(),
      async (chosen, isNamed) => {
        const isChosen = ({ key }: { key: string }) => chosen.some((name) => name === key);
        const changed = isNamed
          ? chainParameters.map((parameter) => (isChosen(parameter) ? { key: parameter.key } : parameter))
          : chainParameters.filter((parameter) => !isChosen(parameter));
        const prices = await getFeePrices(clientOf(changed));
        for (const [parameter, name] of Object.entries(names)) {
          const value = !isChosen({ key: parameter }) ? whole[name] : isNamed ? 0 : undefined;
          expect(prices[name]?.toString()).toBe(value?.toString());
        }
      },
    ),
    { numRuns: scaled(30) },
  );
});

test('reads a deployer’s share if the deployer pays for another account', async () => {
  const info = JSON.parse(recorded('energy.getcontractinfo').answer);
  const shareOf = (percent: number | undefined, owner = CALLER) => {
    const contract = { ...info.smart_contract, consume_user_resource_percent: percent };
    const { client, requests } = clientWithAnswers(({ path }) =>
      path.endsWith('getcontractinfo')
        ? Response.json({ ...info, smart_contract: contract })
        : recordedResponse('stake.resource'),
    );
    const address = info.smart_contract.contract_address;
    return { share: getDeployerShare(client, { owner, contract: address }), requests };
  };
  const deployerEnergyLimit = BigInt(info.smart_contract.origin_energy_limit);
  for (const callerPercent of [0, 1, 99]) {
    const { share, requests } = shareOf(callerPercent);
    expect(await share).toEqual({ callerPercent, deployerEnergyLimit, energy: 180_000_000_000n });
    expect(requests[1]?.body.address).toBe(toAddress(info.smart_contract.origin_address));
  }
  expect(await shareOf(undefined).share).toMatchObject({ callerPercent: 0 });
  expect(await shareOf(100).share).toBeUndefined();
  expect(await shareOf(0, info.smart_contract.origin_address).share).toBeUndefined();
});

test('a fraction of a staked coin yields no energy for calls', async () => {
  const { client } = clientWithAnswers('resources.lena.resource');
  const args = { address: JSON.parse(recorded('resources.lena.resource').body ?? '').address };
  expect((await getAccountResources(client, args))?.energy).toEqual({
    used: 0n,
    limit: 58_526_434_195n,
    callLimit: 58_515_185_601n,
  });
  expect((await getOwnerResources(client, args)).energy).toBe(58_515_185_601n);
});

test('the energy for calls comes from the whole coins of a stake, for any total stake', () =>
  fc.assert(
    fc.asyncProperty(
      fc.bigInt(0n, 10n ** 15n),
      fc.bigInt(1n, 10n ** 12n),
      fc.bigInt(1n, 10n ** 15n),
      async (stake, others, totalLimit) => {
        // docs/protocol/staking.md, Limits.
        const whole = stake / 1_000_000n;
        const ratio = Number(totalLimit) / Number(whole + others);
        const limitOf = (coins: number) => BigInt(Math.trunc(coins * ratio));
        const limit = limitOf(Number(stake) / 1e6);
        const text = `{"TotalEnergyLimit":${totalLimit},"TotalEnergyWeight":${whole + others},"EnergyLimit":${limit}}`;
        const { client } = clientWithAnswers(jsonResponse(text));
        const callLimit = (await getAccountResources(client, { address: CALLER }))?.energy.callLimit;
        // A fraction that lacks less than a unit of energy looks like a whole coin.
        const looksWhole = limitOf(Number(whole + 1n)) === limit;
        expect(callLimit).toBe(looksWhole ? limit : limitOf(Number(whole)));
      },
    ),
  ));

test('an account and a contract that do not exist have nothing', async () => {
  const { client } = clientWithAnswers(() => Response.json({}));
  expect(await getOwnerResources(client, { address: CALLER })).toEqual({
    energy: 0n,
    stakedBandwidth: 0,
    freeBandwidth: 0,
  });
  expect(await getDeployerShare(client, { owner: CALLER, contract: CONTRACT })).toBeUndefined();
});
