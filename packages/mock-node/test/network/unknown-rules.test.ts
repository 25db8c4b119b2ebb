import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ForkedNode } from '../../src/fork/index.ts';
import { createMockNode, isMockNodeError, type MockNode } from '../../src/index.ts';
import { type Check } from '../../src/ledger/governance/parameter-checks.ts';
import { proposalParameters } from '../../src/ledger/governance/proposal-parameters.ts';
import { chainParameterNames } from '../../src/protocol/chain-parameters.ts';
import { MAX_INT64, MIN_INT64 } from '../../src/protocol/java/long.ts';
import { forkOf, upstreamOf } from '../support/fork-upstream.ts';
import { type Json } from '../support/http-network.ts';
import { post } from '../support/post.ts';
import { createLedger } from '../support/staking-ledger.ts';

const known = new Set<string>(chainParameterNames);
/** The form of a later parameter's name. */
const laterName = fc.stringMatching(/^getAllow[A-Z][A-Za-z0-9]{0,20}$/).filter((name) => !known.has(name));
const value = fc.bigInt({ min: MIN_INT64, max: MAX_INT64 }).filter((drawn) => drawn !== 0n);
/** A later proposal's number. */
const laterNumber = fc.integer({ min: 99, max: 2 ** 31 - 1 });

interface Rules {
  readonly parameters: Readonly<Record<string, bigint>>;
  readonly proposal: { readonly key: number; readonly value: bigint } | undefined;
}

const rules: fc.Arbitrary<Rules> = fc.record({
  parameters: fc.dictionary(laterName, value, { minKeys: 1, maxKeys: 3 }),
  proposal: fc.option(fc.record({ key: laterNumber, value }), { nil: undefined }),
});

const namesOf = ({ parameters, proposal }: Rules): readonly string[] =>
  [...Object.keys(parameters), ...(proposal === undefined ? [] : [`parameter ${proposal.key}`])].toSorted();

/** JSON with these numbers exactly. */
const exactJson = (json: unknown): string =>
  JSON.stringify(json, (_, member: unknown) => (typeof member === 'bigint' ? `int64:${member}` : member)).replaceAll(
    /"int64:(-?\d+)"/g,
    '$1',
  );

/** A node in this process as a network of later rules. */
function laterNetwork(live: MockNode, { parameters, proposal }: Rules): Parameters<typeof upstreamOf>[1] {
  return async (path, body) => {
    const request = { method: 'POST', body };
    if (path.endsWith('/getchainparameters')) {
      const answer = (await (await live.fetch(`http://node${path}`, request)).json()) as { chainParameter: Json[] };
      for (const [key, set] of Object.entries(parameters)) answer.chainParameter.push({ key, value: set });
      return new Response(exactJson(answer));
    }
    if (!path.endsWith('/listproposals') || proposal === undefined) return undefined;
    const open = { proposal_id: 1, proposer_address: `41${'ab'.repeat(20)}`, parameters: [proposal] };
    return new Response(exactJson({ proposals: [{ ...open, expiration_time: 2 ** 42, create_time: 1 }] }));
  };
}

async function problemOf(run: () => unknown): Promise<string> {
  try {
    await run();
    return 'accepted';
  } catch (error) {
    if (isMockNodeError(error)) return `${error.code} ${error.shortMessage}`;
    throw error;
  }
}

/** Lists the rules that an answer's header names. */
async function listedBy(node: Pick<MockNode, 'fetch'>, path: string, body: object): Promise<readonly string[]> {
  const answer = await node.fetch(`http://node${path}`, { method: 'POST', body: JSON.stringify(body) });
  const unknowns: readonly Json[] = JSON.parse(answer.headers.get('x-fork-unknowns') ?? '[]');
  return unknowns.filter(({ kind }) => kind === 'rule').map(({ subject }) => String(subject));
}

const call = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] };

describe('rules that this version does not have', () => {
  test('are an error of the fork of a network that has set them or has proposed them, by name', async () => {
    await fc.assert(
      fc.asyncProperty(rules, fc.nat(), async (drawn, choice) => {
        const live = createMockNode();
        const { fetch } = upstreamOf(live, laterNetwork(live, drawn));
        const names = namesOf(drawn);
        const left = names[choice % names.length] as string;
        for (const acceptUnknown of [[], names.filter((name) => name !== left)]) {
          const problem = await problemOf(() => forkOf(live, { fetch, acceptUnknown }));
          expect(problem).toMatch(/^RULES_UNKNOWN /);
          const named = problem.match(/getAllow[A-Z]\w*|parameter \d+/g) ?? [];
          expect(named.toSorted()).toEqual(names.filter((name) => !acceptUnknown.includes(name)));
        }
      }),
      { numRuns: 10 },
    );
  });

  test('are listed by every answer and explanation of a fork that accepts them', async () => {
    await fc.assert(
      fc.asyncProperty(rules, async (drawn) => {
        const live = createMockNode();
        const { fetch } = upstreamOf(live, laterNetwork(live, drawn));
        const names = namesOf(drawn);
        const fork = await forkOf(live, { fetch, acceptUnknown: [...names, 'getAllowNothing'] });
        const [{ address }] = live.accounts;
        expect(await listedBy(fork, '/wallet/getaccount', { address, visible: true })).toEqual(names);
        expect(await listedBy(fork, '/jsonrpc', call)).toEqual(names);
        await fork.impersonate(address);
        const txID = await transfer(fork, address, live.accounts[1].address);
        const subjects = (await fork.explainTransaction(txID)).filter(({ kind }) => kind === 'rule');
        expect(subjects.map(({ subject }) => subject)).toEqual(names);
        await fork.advanceCycle();
        await fork.close();
      }),
      { numRuns: 5 },
    );
  });

  test('are an error of a description and of a dump, unless they are accepted or 0', async () => {
    await fc.assert(
      fc.asyncProperty(laterName, value, async (name, set) => {
        const { network } = createMockNode();
        const described = (amount: bigint) => ({ ...network, parameters: { ...network.parameters, [name]: amount } });
        expect(await problemOf(() => createMockNode({ network: described(set) }))).toContain(name);
        expect(createMockNode({ network: described(0n) }).network).toEqual(network);

        const options = { network: described(set), acceptUnknown: [name] };
        const node = createMockNode(options);
        expect(await listedBy(node, '/wallet/getnowblock', {})).toEqual([name]);
        const dump = node.dump();
        expect(await problemOf(() => createMockNode().load(dump))).toContain(name);
        const inHead = JSON.parse(createMockNode().dump());
        inHead.head.parameters[name] = String(set);
        expect(await problemOf(() => createMockNode().load(JSON.stringify(inHead)))).toContain(
          `head.parameters.${name} is unknown`,
        );
        const loaded = createMockNode({ acceptUnknown: [name] });
        loaded.load(JSON.stringify(inHead));
        expect(await listedBy(loaded, '/wallet/getnowblock', {})).toEqual([name]);
        const continued = createMockNode(options);
        continued.load(dump);
        expect(continued.dump()).toBe(dump);
      }),
      { numRuns: 5 },
    );
  });

  test('that this version does have cannot be accepted as unknown', async () => {
    for (const name of ['getEnergyFee', 'getMaxFeeLimit', 'getUnfreezeDelayDays', 'getProposalExpireTime'])
      expect(await problemOf(() => createMockNode({ acceptUnknown: [name] }))).toMatch(
        /^ARGUMENT_INVALID .*acceptUnknown\[0\]/,
      );
  });
});

/** The switches, with the values that a network can have: the proposed ones, and those before and after a proposal. */
const valuesOfSwitches: ReadonlyMap<string, ReadonlySet<bigint>> = new Map(
  [...proposalParameters.values()]
    .filter(({ checks }) => [0n, 1n].some((only) => checks.some((check) => rejectsAllBut(check, only))))
    .map(({ parameter }) => [parameter, new Set(parameter === 'getRemoveThePowerOfTheGr' ? [-1n, 0n, 1n] : [0n, 1n])]),
);

/** Whether a check of a proposal allows this value, or both 0 and 1, and no others. */
function rejectsAllBut(check: Check, only: bigint): boolean {
  const state = createLedger();
  const rejects = (value: bigint): boolean =>
    check({ state, parameter: 'getAllowTvmOsaka', name: '', value }) !== undefined;
  return !rejects(only) && [-1n, 2n, 1_000n].every(rejects);
}

const switched = fc.constantFrom(...valuesOfSwitches.keys()).chain((name) =>
  fc.tuple(
    fc.constant(name),
    fc
      .oneof(fc.bigInt({ min: -3n, max: 5n }), fc.bigInt({ min: MIN_INT64, max: MAX_INT64 }))
      .filter((drawn) => valuesOfSwitches.get(name)?.has(drawn) === false),
  ),
);

describe('a value of a switch that no proposal can set', () => {
  test('is an error of every start that names the switch, the value and the allowed ones', async () => {
    expect(valuesOfSwitches.size).toBeGreaterThan(35);
    await fc.assert(
      fc.asyncProperty(switched, async ([name, set]) => {
        const { network } = createMockNode();
        const described = { ...network, parameters: { ...network.parameters, [name]: set } };
        const inHead = JSON.parse(createMockNode().dump());
        inHead.head.parameters[name] = String(set);
        const dump = JSON.stringify(inHead);
        const live = createMockNode();
        const { fetch } = upstreamOf(live, laterNetwork(live, { parameters: { [name]: set }, proposal: undefined }));

        const starts: readonly [code: string, start: (acceptUnknown: readonly string[]) => unknown][] = [
          ['CONFIG_INVALID', (acceptUnknown) => createMockNode({ network: described, acceptUnknown })],
          ['DUMP_INVALID', (acceptUnknown) => createMockNode({ acceptUnknown }).load(dump)],
          ['RULES_UNKNOWN', (acceptUnknown) => forkOf(live, { fetch, acceptUnknown })],
        ];
        for (const [code, start] of starts) {
          const problem = await problemOf(() => start([]));
          expect(problem.split(' ')[0]).toBe(code);
          for (const part of [name, String(set), 'must be ']) expect(problem).toContain(part);
          expect(await problemOf(() => start([name]))).toBe('accepted');
        }
        const option = await problemOf(() => createMockNode({ parameters: { [name]: set } }));
        expect(option).toMatch(/^ARGUMENT_INVALID /);
        expect(option).toContain(name);

        const fork = await forkOf(live, { fetch, acceptUnknown: [name] });
        expect(await listedBy(fork, '/wallet/getnowblock', {})).toEqual([name]);
      }),
      { numRuns: 20 },
    );
  });
});

async function transfer(node: ForkedNode, owner: string, to: string): Promise<string> {
  const body = { owner_address: owner, to_address: to, amount: 1, visible: true };
  const built = (await post(node, '/wallet/createtransaction', body)) as Json;
  expect(await post(node, '/wallet/broadcasttransaction', { ...built, signature: ['00'.repeat(65)] })).toMatchObject({
    result: true,
  });
  return String(built['txID']);
}

const CONTRACT = `41${'c1'.repeat(20)}`;

describe.each(['01000001', '01000002', '01000003', '01000004'])('the shielded precompile %s', (address) => {
  const contracts = [{ address: CONTRACT, code: `5f5f5f5f5f63${address}620493e0f15f5260205ff3` }];

  test('refuses a contract that calls it, in a transaction and in a constant call', async () => {
    const node = createMockNode({ parameters: { getAllowShieldedTRC20Transaction: 1 }, contracts });
    const owner = node.accounts[0].address;
    const reason = '@coin/mock-node does not model shielded transfers; a real node might accept it';
    expect(await node.invoke({ contract: CONTRACT, owner, data: '' })).toMatchObject({ status: 'REJECTED', reason });
    const body = { owner_address: `41${'00'.repeat(20)}`, contract_address: CONTRACT, data: '00' };
    const result = { code: 'CONTRACT_VALIDATE_ERROR', message: Buffer.from(reason).toString('hex') };
    expect(await post(node, '/wallet/triggerconstantcontract', body)).toEqual({ result });
  });

  test('is an account without code while it is off', async () => {
    const node = createMockNode({ parameters: { getAllowShieldedTRC20Transaction: 0 }, contracts });
    const owner = node.accounts[0].address;
    expect(await node.invoke({ contract: CONTRACT, owner, data: '' })).toMatchObject({
      status: 'SUCCESS',
      output: '1'.padStart(64, '0'),
    });
  });
});
