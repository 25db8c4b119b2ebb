import { getContractInfo, isRpcError } from '@coin/rpc';
import { energySource } from '@coin/rpc/energy-source';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers } from './support/client-with-answers.ts';

const OWNER = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const CONTRACT = 'TP3NCfgn6h2BpqdUzVUKuNxnePELafAjKY';

/** What the state of a contract with this code says of it. */
async function traitsOf(runtimecode: string, version?: number) {
  const smart_contract = { contract_address: CONTRACT, origin_address: OWNER, version };
  const { client } = clientWithAnswers(Response.json({ smart_contract, runtimecode }));
  const { mayCallWithValue, observesEnergy } = await energySource(client).contractState(CONTRACT);
  return { mayCallWithValue, observesEnergy };
}

/** An instruction that reads the energy left, and one that does something with it. */
const GAS = '5a';
const POP = '50';
const PLAIN = { mayCallWithValue: false, observesEnergy: false };
const READS_ENERGY = { mayCallWithValue: false, observesEnergy: true };
const CALLS_WITH_VALUE = { mayCallWithValue: true, observesEnergy: false };
const RUNS_UNSEEN = { mayCallWithValue: true, observesEnergy: undefined };

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
  ['CALL after JUMPI, which may go on', '57f1', CALLS_WITH_VALUE],
  ['JUMPDEST that is a number, behind the end', '00605bf1', PLAIN],
  ['CALL after a second end', '005b00f1', PLAIN],
])('the state of a contract says what its code can do: %s', async (_, code, traits) => {
  expect(await traitsOf(code)).toEqual(traits);
});

describe('a contract of version 1, which keeps a part of the energy that it hands on', () => {
  test.each<[string, string, object]>([
    ['calls nothing', POP, PLAIN],
    ['hands its energy on', `${GAS}f1`, { mayCallWithValue: true, observesEnergy: undefined }],
    ['hands its energy on without coin', `${GAS}fa`, { mayCallWithValue: false, observesEnergy: undefined }],
    ['creates a contract', 'f0', RUNS_UNSEEN],
    ['reads its energy, and calls', `${GAS}${POP}f1`, { mayCallWithValue: true, observesEnergy: true }],
  ])('%s', async (_, code, traits) => {
    expect(await traitsOf(code, 1)).toEqual(traits);
  });
});

describe('the simulation of a deployment', () => {
  const simulate = (data: string, energy: number, code = '') =>
    energySource(
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
    expect(await simulate('f4', 5)).not.toHaveProperty('observesEnergy');
  });
});

test('a caller’s share above 100 % is refused', async () => {
  const smart_contract = { contract_address: CONTRACT, origin_address: OWNER, consume_user_resource_percent: 101 };
  const { client } = clientWithAnswers(Response.json({ smart_contract }));
  const failing = getContractInfo(client, { contract: CONTRACT });
  await expect(failing).rejects.toSatisfy((error) => isRpcError(error, 'RESPONSE_UNEXPECTED'));
  await expect(failing).rejects.toMatchObject({
    context: { field: 'consume_user_resource_percent', reason: '101 %' },
  });
});
