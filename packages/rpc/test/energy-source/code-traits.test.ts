import { getContractInfo, isRpcError } from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { createEnergySource } from '@coin/rpc/energy-source';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers } from '../support/client-with-answers.ts';

const OWNER = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const CONTRACT = 'TP3NCfgn6h2BpqdUzVUKuNxnePELafAjKY';
const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';

/** What the state of a contract with this code says of it. */
async function traitsOf(runtimecode: string, version?: number) {
  const smart_contract = { contract_address: CONTRACT, origin_address: OWNER, version };
  const { client } = clientWithAnswers(Response.json({ smart_contract, runtimecode }));
  const { mayCallWithValue, observesEnergy } = await createEnergySource(client).contractState(CONTRACT);
  return { mayCallWithValue, observesEnergy };
}

/** An instruction that reads the energy left, and one that does something with it. */
const GAS = '5a';
const POP = '50';
const PLAIN = { mayCallWithValue: false, observesEnergy: false };
const READS_ENERGY = { mayCallWithValue: false, observesEnergy: true };
const CALLS_WITH_VALUE = { mayCallWithValue: true, observesEnergy: false };
const RUNS_UNSEEN = { mayCallWithValue: true, observesEnergy: 'through-other-code' };
const UNKNOWN = { mayCallWithValue: true, observesEnergy: undefined };

test.each<[string, string, object]>([
  ['no code', '', PLAIN],
  ['an instruction', POP, PLAIN],
  ['CALL', 'f1', CALLS_WITH_VALUE],
  ['CALLTOKEN', 'd0', CALLS_WITH_VALUE],
  ['STATICCALL', 'fa', PLAIN],
  ['CALLCODE', 'f2', RUNS_UNSEEN],
  ['DELEGATECALL', 'f4', RUNS_UNSEEN],
  ['CREATE', 'f0', RUNS_UNSEEN],
  ['CREATE2', 'f5', RUNS_UNSEEN],
  ['CALL behind another instruction', `${POP}f1${POP}`, CALLS_WITH_VALUE],
  ['GAS that is used', `${GAS}${POP}`, READS_ENERGY],
  ['GAS at its end', GAS, READS_ENERGY],
  ['GAS used behind code that no trace names', `f4${GAS}${POP}`, { mayCallWithValue: true, observesEnergy: true }],
  ['GAS for CALL', `${GAS}f1`, CALLS_WITH_VALUE],
  ['GAS for CALLTOKEN', `${GAS}d0`, CALLS_WITH_VALUE],
  ['GAS for STATICCALL', `${GAS}fa`, PLAIN],
  ['GAS for CALLCODE', `${GAS}f2`, RUNS_UNSEEN],
  ['GAS for DELEGATECALL', `${GAS}f4`, RUNS_UNSEEN],
  ['GAS for CREATE', `${GAS}f0`, { mayCallWithValue: true, observesEnergy: true }],
  ['GAS used first and handed on then', `${GAS}${POP}${GAS}f1`, { mayCallWithValue: true, observesEnergy: true }],
  ['PUSH1 of a number that looks like CALL', '60f1', PLAIN],
  ['PUSH1, then CALL', '6000f1', CALLS_WITH_VALUE],
  ['PUSH2 of numbers that look like CALL', '61f1f1', PLAIN],
  ['PUSH32 of numbers that look like CALL', `7f${'f1'.repeat(32)}`, PLAIN],
  ['PUSH32, then CALL', `7f${'00'.repeat(32)}f1`, CALLS_WITH_VALUE],
  ['PUSH0, which has no number, then CALL', '5ff1', CALLS_WITH_VALUE],
  ['DUP1, which has no number, then CALL', '80f1', CALLS_WITH_VALUE],
  ...['00', '56', 'f3', 'fd', 'fe', 'ff'].map((ending): [string, string, object] => [
    `CALL that ${ending} keeps from running`,
    `${ending}f1`,
    PLAIN,
  ]),
  ['CALL after JUMPDEST behind the end', '005bf1', CALLS_WITH_VALUE],
  ['CALL after JUMPI, which may continue', '57f1', CALLS_WITH_VALUE],
  ['JUMPDEST that is a number, behind the end', '00605bf1', PLAIN],
  ['CALL after a second end', '005b00f1', PLAIN],
])('the state of a contract has the traits of its code: %s', async (_, code, traits) => {
  expect(await traitsOf(code)).toEqual(traits);
});

describe('code that a contract names and runs as its own', () => {
  const LIBRARY = '73' + 'a1'.repeat(20);
  const OTHER = '73' + 'b2'.repeat(20);
  const MINIMAL_PROXY = `363d3d373d3d3d363d${LIBRARY}5af43d82803e903d91602b57fd5bf3`;
  /** The state of a contract, the codes of the two that it may name, and which of them were read. */
  async function namedTraits(code: string, library: string, other = '', version?: number) {
    const codes = new Map([
      [`41${LIBRARY.slice(2)}`, { code: library, version }],
      [`41${OTHER.slice(2)}`, { code: other, version: undefined }],
    ]);
    const { client, requests } = clientWithAnswers(({ body }) => {
      const { value } = body as { value: string };
      const named = codes.get(addressToHex(value));
      const smart_contract = { contract_address: value, origin_address: OWNER, version: named?.version };
      return Response.json({ smart_contract, runtimecode: named?.code ?? code });
    });
    const { mayCallWithValue, observesEnergy } = await createEnergySource(client).contractState(CONTRACT);
    return { mayCallWithValue, observesEnergy, read: requests.length - 1 };
  }

  test.each<[string, string, string, object]>([
    ['a minimal proxy of plain code', MINIMAL_PROXY, POP, { ...PLAIN, read: 1 }],
    ['a minimal proxy of code that looks', MINIMAL_PROXY, `${GAS}${POP}`, { ...READS_ENERGY, read: 1 }],
    ['a minimal proxy of code that pays', MINIMAL_PROXY, 'f1', { ...CALLS_WITH_VALUE, read: 1 }],
    ['a minimal proxy of another proxy', MINIMAL_PROXY, `54${GAS}f4`, { ...RUNS_UNSEEN, read: 1 }],
    ['a minimal proxy of no contract', MINIMAL_PROXY, '', { ...PLAIN, read: 1 }],
    ['a constant amount of energy', `${LIBRARY}6107d0f4`, POP, { ...PLAIN, read: 1 }],
    ['the same library twice', `${LIBRARY}${GAS}f4${LIBRARY}${GAS}f4`, POP, { ...PLAIN, read: 1 }],
    ['two libraries', `${LIBRARY}${GAS}f4${OTHER}${GAS}f4`, POP, { ...READS_ENERGY, read: 2 }],
    ['a library that names another', `${LIBRARY}${GAS}f4`, `${OTHER}${GAS}f4`, { ...READS_ENERGY, read: 2 }],
    ['a library that names itself', `${LIBRARY}${GAS}f4`, `${LIBRARY}${GAS}f4`, { ...PLAIN, read: 1 }],
    ['CALLCODE, which may pay', `${LIBRARY}${GAS}f2`, POP, { ...CALLS_WITH_VALUE, read: 1 }],
    ['an address that is computed', `${LIBRARY}17${GAS}f4`, POP, { ...RUNS_UNSEEN, read: 0 }],
    ['an address that other code may replace', `${LIBRARY}5b${GAS}f4`, POP, { ...RUNS_UNSEEN, read: 0 }],
    ['energy that is computed', `${LIBRARY}03f4`, POP, { ...RUNS_UNSEEN, read: 0 }],
    ['a named address, and a computed one', `${LIBRARY}${GAS}f454${GAS}f4`, POP, { ...RUNS_UNSEEN, read: 1 }],
  ])('counts as its own: %s', async (_, code, library, traits) => {
    expect(await namedTraits(code, library, `${GAS}${POP}`)).toEqual(traits);
  });

  test('is unknown if it passes energy on and has version 1', async () => {
    expect(await namedTraits(MINIMAL_PROXY, POP, '', 1)).toMatchObject({ observesEnergy: undefined });
    expect(await namedTraits(MINIMAL_PROXY, `${GAS}${POP}`, '', 1)).toMatchObject({ observesEnergy: true });
  });

  test('is read from four contracts at most, and beyond them it may do anything', async () => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, index) => `73${`${index + 1}`.repeat(40)}${GAS}f4`).join('');
    const readOf = async (count: number) => {
      const { client, requests } = clientWithAnswers(({ body }) => {
        const { value } = body as { value: string };
        const isOuter = value === CONTRACT;
        const smart_contract = { contract_address: value, origin_address: OWNER };
        return Response.json({ smart_contract, runtimecode: isOuter ? named(count) : POP });
      });
      const { mayCallWithValue, observesEnergy } = await createEnergySource(client).contractState(CONTRACT);
      return { mayCallWithValue, observesEnergy, read: requests.length - 1 };
    };
    expect(await readOf(4)).toEqual({ ...PLAIN, read: 4 });
    expect(await readOf(5)).toEqual({ ...RUNS_UNSEEN, read: 4 });
  });
});

describe('a contract of version 1, which keeps a part of the energy that it hands on', () => {
  test.each<[string, string, object]>([
    ['calls nothing', POP, PLAIN],
    ['hands its energy on', `${GAS}f1`, { mayCallWithValue: true, observesEnergy: undefined }],
    ['hands its energy on without coin', `${GAS}fa`, { mayCallWithValue: false, observesEnergy: undefined }],
    ['creates a contract', 'f0', UNKNOWN],
    ['reads its energy, and calls', `${GAS}${POP}f1`, { mayCallWithValue: true, observesEnergy: true }],
  ])('%s', async (_, code, traits) => {
    expect(await traitsOf(code, 1)).toEqual(traits);
  });
});

describe('the simulation of a deployment', () => {
  const simulate = (data: string, energy: number, code = '') =>
    createEnergySource(
      clientWithAnswers(Response.json({ result: { result: true }, energy_used: energy, constant_result: [code] }))
        .client,
    ).simulate({ owner: OWNER, data });

  test.each([
    ['calls nothing', '6000', 1_000_000, 0],
    ['may call with coin, and has energy for two such calls', 'f1', 13_480, 2],
    ['may call with coin, and has energy for less than one', 'f1', 6739, 0],
    ['calls contracts, which may call with coin', 'fa', 6740, 1],
  ])('counts the inner calls that no trace shows: %s', async (_, data, energy, hiddenValueCalls) => {
    expect(await simulate(data, energy)).toMatchObject({ hiddenValueCalls, valueCalls: 0, touched: [] });
  });

  test('leaves the energy of the code’s storage out', async () => {
    const code = '00'.repeat(10);
    expect(await simulate('f1', 6740 + 2000, code)).toMatchObject({ hiddenValueCalls: 1, codeSize: 10 });
    expect(await simulate('f1', 6739 + 2000, code)).toMatchObject({ hiddenValueCalls: 0, codeSize: 10 });
  });

  test.each<[string, object]>([
    [POP, { observesEnergy: false }],
    [`${GAS}${POP}`, { observesEnergy: true }],
  ])('says whether code %s notices its energy', async (data, traits) => {
    expect(await simulate(data, 5)).toMatchObject(traits);
  });

  test.each([
    ['no trace shows that it ran other code', [], false],
    ['it created a contract', [['create', TO]], undefined],
    ['it ran other code as its own', [['call', CONTRACT]], undefined],
    ['it called another contract', [['call', TO]], false],
  ] as const)('says so of code that may run other code: %s', async (_, notes, observesEnergy) => {
    const internal_transactions = notes.map(([note, to]) => ({
      caller_address: CONTRACT,
      transferTo_address: to,
      note: Buffer.from(note).toString('hex'),
    }));
    const answer = { result: { result: true }, energy_used: 5, constant_result: [''], internal_transactions };
    for (const data of ['54f4', `73${'a1'.repeat(20)}${GAS}f4`]) {
      const { client } = clientWithAnswers(Response.json(answer));
      const simulation = await createEnergySource(client).simulate({ owner: OWNER, data });
      expect(simulation.observesEnergy).toBe(observesEnergy);
      expect(simulation.ranOtherCode).toEqual(observesEnergy === undefined ? [CONTRACT] : []);
    }
  });
});

test('a caller’s share above 100 % is rejected', async () => {
  const smart_contract = { contract_address: CONTRACT, origin_address: OWNER, consume_user_resource_percent: 101 };
  const { client } = clientWithAnswers(Response.json({ smart_contract }));
  const failing = getContractInfo(client, { address: CONTRACT });
  await expect(failing).rejects.toSatisfy((error) => isRpcError(error, 'RESPONSE_INVALID'));
  await expect(failing).rejects.toMatchObject({
    context: { field: 'consume_user_resource_percent', reason: '101 %' },
  });
});
