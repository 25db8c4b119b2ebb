import { toAddress } from '@coin/rpc';
import { createEnergySource } from '@coin/rpc/energy-source';
import { createListenedSignal } from '@coin/test-kit/listened-signal';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse, type SentRequest } from '../support/client-with-answers.ts';
import { hang } from '../support/judy.ts';
import { errorCodeOf } from '../support/outcome.ts';
import { recorded, recordedResponse } from '../support/recordings.ts';

const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';

describe('createEnergySource', () => {
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
    const source = createEnergySource(clientWithAnswers(`energy.call.${id}`).client);
    const contract = (JSON.parse(recorded(`energy.call.${id}`).body ?? '') as { contract_address: string })
      .contract_address;
    const { touched, energy, energyPenalty } = await source.simulate({ ...call, contract });
    expect(touched).toHaveLength(count);
    expect(energy).toBeGreaterThan(0n);
    expect(energyPenalty).toBe(0n);
  });

  test.each([
    ['pay-existing', 1],
    ['send-existing', 1],
    ['spin', 0],
  ])('simulates %s (inner calls that send coin: %i)', async (id, count) => {
    const source = createEnergySource(clientWithAnswers(`energy.call.${id}`).client);
    expect(await source.simulate(call)).toMatchObject({ valueCalls: count });
  });

  test('counts an inner call that sends a token, and does not count one that sends none', async () => {
    const simulated = (value: object) => {
      const { answer } = recorded('energy.call.pay-existing');
      const text = answer.replace('{"callValue":1}', JSON.stringify(value).slice(1, -1));
      return createEnergySource(clientWithAnswers(jsonResponse(text)).client).simulate(call);
    };
    expect(await simulated([{}, { callValue: 3, tokenId: '1000001' }])).toMatchObject({ valueCalls: 1 });
    expect(await simulated([{}, { tokenId: '1000001' }])).toMatchObject({ valueCalls: 0 });
  });

  test('accepts anything of a signal’s shape', async () => {
    const source = createEnergySource(clientWithAnswers('energy.call.toggle').client);
    const signal = { aborted: true, reason: new Error('enough'), addEventListener() {}, removeEventListener() {} };
    expect(await errorCodeOf(source.simulate(call, { signal }))).toBe('ABORTED');
  });

  test('reads a contract’s state, and zeros if there is no code', async () => {
    const source = createEnergySource(clientWithAnswers('energy.getcontractinfo').client);
    expect(await source.contractState('41c6db017de6cab42c3d4a69e32b71ade602ebce83')).toMatchObject({
      energyFactor: 0n,
      energyUsage: 83_272n,
      callerPercent: 100,
    });
    const nothing = createEnergySource(clientWithAnswers('energy.getcontractinfo-missing').client);
    expect(await nothing.contractState(TO)).toEqual({
      energyFactor: 0n,
      energyUsage: 0n,
      updateCycle: 0,
      mayCallWithValue: false,
      observesEnergy: false,
    });
  });

  const readRules = () =>
    createEnergySource(
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
      maintenanceIntervalMs: 21_600_000,
      bandwidthPrice: 1000n,
      prices: {
        accountCreation: 100_000n,
        accountCreationInContract: 1_000_000n,
        accountCreationBandwidthRate: 1,
        memo: 1_000_000n,
        multiSign: 1_000_000n,
      },
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
        const { scheduled: [change] = [] } = await createEnergySource(client).energyRules();
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

  test('reads an account’s funds', async () => {
    const ivan = '41b7f75f9db91c3255879aa5743706ebc9ae4802ca';
    const answer = ({ path }: SentRequest) => {
      const text = recorded(path.endsWith('getaccount') ? 'stake.account' : 'stake.resource').answer;
      return jsonResponse(text.replaceAll(ivan, toAddress(ivan)));
    };
    expect(await createEnergySource(clientWithAnswers(answer).client).funds(ivan)).toEqual({
      balance: 999_994_000_000_000n,
      energy: 180_000_000_000n,
      stakedBandwidth: 43_200_000_000,
      freeBandwidth: 95,
      quotas: {
        energy: { used: 0n, limit: 180_000_000_000n },
        stakedBandwidth: { used: 0n, limit: 43_200_000_000n },
        freeBandwidth: { used: 505n, limit: 600n },
      },
    });
    const nobody = createEnergySource(clientWithAnswers('account.missing').client);
    expect(await nobody.funds(TO)).toEqual({ balance: 0n, energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 });
  });

  test('returns whether an account exists at an address', async () => {
    const account = Response.json({ address: TO });
    expect(await createEnergySource(clientWithAnswers(account).client).accountExists(TO)).toBe(true);
    expect(await createEnergySource(clientWithAnswers('account.missing').client).accountExists(TO)).toBe(false);
  });
});

describe('createEnergySource, step by step', () => {
  const OWNER = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
  const CONTRACT = 'TP3NCfgn6h2BpqdUzVUKuNxnePELafAjKY';
  const call = { owner: OWNER, contract: CONTRACT, functionSelector: 'a()' };

  test('estimates by the node’s search alone', async () => {
    const { client, requests } = clientWithAnswers(Response.json({ result: { result: true }, energy_required: 5 }));
    expect(await createEnergySource(client).estimate(call)).toEqual({ kind: 'search', energy: 5n, touched: [] });
    const { client: without, requests: asked } = clientWithAnswers(new Response('', { status: 404 }));
    expect(await errorCodeOf(createEnergySource(without).estimate(call))).toBe('NOT_SUPPORTED');
    expect([...requests, ...asked].map(({ path }) => path)).toEqual([
      '/wallet/estimateenergy',
      '/wallet/estimateenergy',
    ]);
  });

  test('identifies networks by the id of block 0', async () => {
    const { client, requests } = clientWithAnswers('chain.block-0');
    expect(await createEnergySource(client).genesisId()).toBe(JSON.parse(recorded('chain.block-0').answer).blockID);
    expect(requests[0]?.body).toMatchObject({ num: 0 });
    const { client: without } = clientWithAnswers(Response.json({}));
    expect(await errorCodeOf(createEnergySource(without).genesisId())).toBe('RESPONSE_INVALID');
  });

  test('lets no one pay with more than is left', async () => {
    const account = { address: OWNER, balance: 7 };
    const used = { EnergyLimit: 5, EnergyUsed: 6, NetLimit: 9, NetUsed: 2, freeNetLimit: 4, freeNetUsed: 4 };
    const { client } = clientWithAnswers(({ path }) => Response.json(path.endsWith('getaccount') ? account : used));
    expect(await createEnergySource(client).funds(OWNER)).toMatchObject({
      balance: 7n,
      energy: 0n,
      stakedBandwidth: 7,
      freeBandwidth: 0,
    });
  });

  test('simulates the executed code, and leaves room for calls that no trace shows', async () => {
    const inner = (to: string, note: string, callValue = 0) => ({
      caller_address: CONTRACT,
      transferTo_address: to,
      note: Buffer.from(note).toString('hex'),
      callValueInfo: [{ callValue }],
    });
    const answer = {
      result: { result: true },
      energy_used: 30_000,
      energy_penalty: 2500,
      internal_transactions: [
        inner(TO, 'call', 1),
        inner(TO, 'call'),
        inner(OWNER, 'create'),
        inner(CONTRACT, 'call', 2),
      ],
      constant_result: ['00'.repeat(8)],
    };
    const source = createEnergySource(clientWithAnswers(Response.json(answer)).client);
    expect(await source.simulate(call)).toEqual({
      kind: 'simulation',
      energy: 30_000n,
      energyPenalty: 2500n,
      touched: [CONTRACT, TO],
      ranOtherCode: [CONTRACT],
      valueCalls: 2,
      // 27,500 units without the penalty, less two calls of 6,740.
      hiddenValueCalls: 2,
    });
    expect(await source.simulate({ owner: OWNER, data: 'f1' })).toEqual({
      kind: 'simulation',
      energy: 30_000n,
      energyPenalty: 2500n,
      touched: [TO, CONTRACT],
      ranOtherCode: [CONTRACT],
      valueCalls: 2,
      // 1,600 units less: the code of 8 bytes is stored.
      hiddenValueCalls: 1,
      codeSize: 8,
      observesEnergy: false,
      passesFixedEnergy: true,
    });
  });

  test('ends its reads when any kind of signal aborts', async () => {
    const { client } = clientWithAnswers(hang);
    const controller = new AbortController();
    const listened = createListenedSignal();
    const rules = createEnergySource(client).energyRules({ signal: controller.signal });
    const funds = createEnergySource(client).funds(TO, { signal: listened.signal });
    controller.abort('enough');
    listened.abort();
    await expect(rules).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' });
    await expect(funds).rejects.toMatchObject({ code: 'ABORTED', cause: listened.signal.reason });
  });

  test('ends the other reads when one of them fails', async () => {
    const sent: AbortSignal[] = [];
    const { client } = clientWithAnswers(async (request, signal) => {
      sent.push(signal);
      return request.path === '/wallet/getchainparameters'
        ? new Response('no', { status: 400 })
        : hang(request, signal);
    });
    await expect(createEnergySource(client).energyRules()).rejects.toMatchObject({ code: 'HTTP_STATUS' });
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.filter(({ aborted }) => !aborted)).toHaveLength(1);
  });

  /** The changes scheduled by proposals, where Owner and TO are the active ones of three witnesses. */
  const scheduled = async (...proposals: object[]) => {
    const witnesses = [{ address: OWNER, isJobs: true }, { address: TO, isJobs: true }, { address: CONTRACT }];
    const { client, requests } = clientWithAnswers(({ path }) => {
      if (path.endsWith('listproposals')) return Response.json({ proposals });
      if (path.endsWith('listwitnesses')) return Response.json({ witnesses });
      return recordedResponse(`chain.${path.split('/')[2]}`);
    });
    const { scheduled: changes } = await createEnergySource(client).energyRules();
    return { changes, paths: requests.map(({ path }) => path) };
  };
  const proposal = { proposer_address: OWNER, expiration_time: 9, parameters: [{ key: 11, value: 0 }] };

  test('schedules the fee changes of open proposals, counting only valid approvals', async () => {
    const { changes } = await scheduled(
      { ...proposal, approvals: [OWNER, CONTRACT] },
      {
        ...proposal,
        approvals: [CONTRACT],
        parameters: [
          { key: 47, value: 1 },
          { key: 5, value: 2 },
        ],
      },
      { ...proposal, approvals: [OWNER], state: 'APPROVED' },
      { ...proposal, approvals: [OWNER], parameters: [{ key: 5, value: 2 }] },
      {
        ...proposal,
        approvals: [OWNER, TO],
        parameters: [
          { key: 74, value: 3 },
          { key: 75, value: 4 },
        ],
      },
    );
    expect(changes).toEqual([
      { at: 9, energyPrice: 0n },
      { at: 9, undecided: true, maxFeeLimit: 1n },
      { at: 9, increaseFactor: 3n, maxFactor: 4n },
    ]);
  });

  test('asks for the witnesses only if a proposal is open', async () => {
    const { changes, paths } = await scheduled({ ...proposal, state: 'DISAPPROVED' });
    expect(changes).toEqual([]);
    expect(paths).not.toContain('/wallet/listwitnesses');
  });

  test('rejects a proposal of a negative price', async () => {
    await expect(scheduled({ ...proposal, parameters: [{ key: 11, value: -1 }] })).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
      context: { path: '/wallet/listproposals', field: 'energyPrice', reason: '-1' },
    });
  });
});
