import { toAddress } from '@coin/rpc';
import { energySource } from '@coin/rpc/energy-source';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse, type SentRequest } from './support/client-with-answers.ts';
import { errorCodeOf } from './support/outcome.ts';
import { recorded, recordedResponse } from './support/recordings.ts';

const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';

describe('energySource', () => {
  const call = {
    owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
    contract: '41e7d02419a3e3714cf65dea19eacbd3f5b0ce1a38',
    data: '00',
  };

  test.each([
    ['proxy-add-100', 1, 'library code runs in the context of its caller, and costs by the caller’s factor'],
    ['try-fail', 2, 'a failed inner call has run too'],
    ['spin', 2, 'an inner call'],
    ['make', 1, 'a created contract has no history'],
    ['precompiles', 1, 'precompiled contracts do not show and have no factor'],
  ])('simulates %s (contracts touched: %i): %s', async (id, count) => {
    const source = energySource(clientWithAnswers(`energy.call.${id}`).client);
    const contract = (JSON.parse(recorded(`energy.call.${id}`).body ?? '') as { contract_address: string })
      .contract_address;
    const { touched, energy, penalty } = await source.simulate({ ...call, contract });
    expect(touched).toHaveLength(count);
    expect(energy).toBeGreaterThan(0n);
    expect(penalty).toBe(0n);
  });

  test.each([
    ['pay-existing', 1],
    ['send-existing', 1],
    ['spin', 0],
  ])('simulates %s (inner calls that send coin: %i)', async (id, count) => {
    const source = energySource(clientWithAnswers(`energy.call.${id}`).client);
    expect(await source.simulate(call)).toMatchObject({ valueCalls: count });
  });

  test('counts an inner call that sends a token, and does not count one that sends none', async () => {
    const simulated = (value: object) => {
      const { answer } = recorded('energy.call.pay-existing');
      const text = answer.replace('{"callValue":1}', JSON.stringify(value).slice(1, -1));
      return energySource(clientWithAnswers(jsonResponse(text)).client).simulate(call);
    };
    expect(await simulated([{}, { callValue: 3, tokenId: '1000001' }])).toMatchObject({ valueCalls: 1 });
    expect(await simulated([{}, { tokenId: '1000001' }])).toMatchObject({ valueCalls: 0 });
  });

  test('accepts anything of a signal’s shape', async () => {
    const source = energySource(clientWithAnswers('energy.call.toggle').client);
    const signal = { aborted: true, reason: new Error('enough'), addEventListener() {}, removeEventListener() {} };
    expect(await errorCodeOf(source.simulate(call, { signal }))).toBe('ABORTED');
  });

  test('reads a contract’s state, and zeros where there is no code', async () => {
    const source = energySource(clientWithAnswers('energy.getcontractinfo').client);
    expect(await source.contractState('41c6db017de6cab42c3d4a69e32b71ade602ebce83')).toMatchObject({
      energyFactor: 0n,
      energyUsage: 83_272n,
      callerPercent: 100,
    });
    const nothing = energySource(clientWithAnswers('energy.getcontractinfo-missing').client);
    expect(await nothing.contractState(TO)).toEqual({ energyFactor: 0n, energyUsage: 0n, updateCycle: 0 });
  });

  const readRules = () =>
    energySource(
      clientWithAnswers(({ path }) =>
        recordedResponse(path.endsWith('listproposals') ? 'govern.proposals' : `chain.${path.split('/')[2]}`),
      ).client,
    ).energyRules();

  test('reads the rules, and the changes that the committee has scheduled', async () => {
    expect(await readRules()).toEqual({
      energyPrice: 100n,
      maxFactor: 34_000n,
      threshold: 5_000_000_000n,
      increaseFactor: 2000n,
      maxFeeLimit: 15_000_000_000n,
      nextMaintenance: 1_795_240_800_000,
      maintenanceInterval: 21_600_000,
      bandwidthPrice: 1000n,
      scheduled: [{ at: 1_795_500_000_000, energyPrice: 210n }],
    });
  });

  test('a proposal is decided by the approvals that the node counts as enough', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.nat(40), async (active, approving) => {
        const [list, rules] = [
          JSON.parse(recorded('govern.proposals').answer),
          JSON.parse(recorded('chain.listwitnesses').answer),
        ];
        const addresses = Array.from({ length: active }, (_, i) => `41${(i + 1).toString(16).padStart(40, '0')}`);
        const approvals = addresses.slice(0, approving);
        for (const proposal of list.proposals) proposal.approvals = approvals;
        const witnesses = addresses.map((address) => ({ ...rules.witnesses[0], address, isJobs: true }));
        const { client } = clientWithAnswers(({ path }) => {
          if (path.endsWith('listproposals')) return Response.json(list);
          if (path.endsWith('listwitnesses')) return Response.json({ witnesses });
          return recordedResponse(`chain.${path.split('/')[2]}`);
        });
        const [change] = (await energySource(client).energyRules()).scheduled;
        // Integer division: 18 of 27 are enough.
        expect(change?.undecided).toBe(approvals.length >= Math.trunc((active * 7) / 10) ? undefined : true);
      }),
      {
        examples: [
          [27, 18],
          [27, 17],
          [1, 0],
          [3, 2],
        ],
      },
    ));

  test('reads what an account can pay with', async () => {
    const ivan = '41b7f75f9db91c3255879aa5743706ebc9ae4802ca';
    const answer = ({ path }: SentRequest) => {
      const text = recorded(path.endsWith('getaccount') ? 'stake.account' : 'stake.resource').answer;
      return jsonResponse(text.replaceAll(ivan, toAddress(ivan)));
    };
    expect(await energySource(clientWithAnswers(answer).client).payer(ivan)).toEqual({
      balance: 999_994_000_000_000n,
      energy: 180_000_000_000n,
      stakedBandwidth: 43_200_000_000,
      freeBandwidth: 95,
    });
    const nobody = energySource(clientWithAnswers('account.missing').client);
    expect(await nobody.payer(TO)).toEqual({ balance: 0n, energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 });
  });
});
