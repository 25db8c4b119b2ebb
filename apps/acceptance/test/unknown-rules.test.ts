import { createFeePlanner } from '@coin/fee/planner';
import { createMockNode } from '@coin/mock-node';
import { forkMockNode } from '@coin/mock-node/fork';
import { createNodeClient } from '@coin/rpc';
import { createEnergySource } from '@coin/rpc/energy-source';
import { expect, test } from 'vitest';

const contract = `41${'c1'.repeat(20)}`;
const parameters = ['getAllowNext', 'parameter 99'];

/** A network with a parameter, and a proposal of another, that no version of these packages knows. */
function createLaterNetwork(): typeof globalThis.fetch {
  const live = createMockNode({ contracts: [{ address: contract, code: '00' }] });
  return async (input, init) => {
    const request = new Request(input, init);
    const answer = await live.fetch(request);
    if (request.url.endsWith('/getchainparameters')) {
      const { chainParameter } = (await answer.json()) as { chainParameter: object[] };
      return Response.json({ chainParameter: [...chainParameter, { key: 'getAllowNext', value: 1 }] });
    }
    if (!request.url.endsWith('/listproposals')) return answer;
    const open = { proposal_id: 1, proposer_address: `41${'ab'.repeat(20)}`, expiration_time: 2 ** 42 };
    return Response.json({ proposals: [{ ...open, parameters: [{ key: 99, value: 1 }] }] });
  };
}

test('every plan on a fork that accepts unknown rules lists them', async () => {
  const fetch = createLaterNetwork();
  const fork = await forkMockNode({ url: 'http://live.example', fetch, acceptUnknown: parameters });
  const client = createNodeClient({ transport: fork });
  const planner = createFeePlanner({ source: createEnergySource(client), clock: fork.clock });
  const call = { owner: `41${'ab'.repeat(20)}`, contract, data: '' };
  for (const horizonMs of [0, 6 * 3_600_000]) {
    const { warnings } = await planner.plan(call, { horizonMs });
    expect(warnings.filter(({ code }) => code !== 'OWNER_CANNOT_FUND')).toEqual([
      { code: 'RULES_UNKNOWN', parameters },
    ]);
  }
});
