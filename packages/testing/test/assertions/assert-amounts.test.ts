import { expect, test } from 'vitest';
import { assertBurns, assertUsesEnergy, type EnergyTolerance } from '../../src/index.ts';
import { clientError, messageOf } from '../support/assertion-message.ts';
import { callConstant, infoOf, LOOPER, nodeWithContracts, REVERTER, send } from '../support/calling-contracts.ts';

const node = nodeWithContracts();
const energyMessage = (subject: unknown, energy: number | bigint, tolerance?: EnergyTolerance) =>
  messageOf(() => assertUsesEnergy(subject, energy, tolerance));
const burnMessage = (subject: unknown, fee: number | bigint) => messageOf(() => assertBurns(subject, fee));
const used = (energyUsed: bigint) => ({ energyUsed, logs: [] });

test('compares energy and fee in every form, also of failures', async () => {
  const id = await send(node, LOOPER, '');
  for (const subject of [infoOf(node, id), { node, txID: id }]) {
    expect(await energyMessage(subject, 1_000_000)).toBeUndefined();
    expect(await burnMessage(subject, 100_000_000n)).toBeUndefined();
  }
  const [{ address: owner }] = node.accounts;
  const invoked = await node.invoke({ owner, contract: LOOPER, data: '', feeLimit: 100_000_000n });
  expect([await energyMessage(invoked, 1_000_000), await burnMessage(invoked, 100_000_000n)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await energyMessage(callConstant(node, REVERTER, '12345678'), 19n)).toBeUndefined();
  const info = { receipt: { energyTotal: 7n }, fee: 9n, succeeded: true, logs: [] };
  expect([await energyMessage(info, 7), await burnMessage(info, 9)]).toEqual([undefined, undefined]);
  expect(await energyMessage({ result: { result: true }, energy_required: 12 }, 12)).toBeUndefined();
  expect(await burnMessage(clientError('TRANSACTION_FAILED', { result: 'REVERT', fee: 9n }), 9)).toBeUndefined();
  expect(await energyMessage(clientError('CALL_REVERTED', { data: '', energyUsed: 9n }), 9)).toBeUndefined();
});

test('the messages have both amounts, their difference and the unit', async () => {
  expect(await burnMessage({ receipt: {}, fee: 1_900 }, 2_000n)).toBe(
    'Expected the transaction to burn 2,000 small units, but it burned 1,900, 100 less.',
  );
  expect(await energyMessage(used(31_501n), 30_000)).toBe(
    'Expected the contract to use 30,000 energy, but it used 31,501, 1,501 more.',
  );
  expect(await energyMessage(used(31_501n), 30_000, { within: '5%' })).toBe(
    'Expected the contract to use 30,000 energy within 5% (28,500 to 31,500), but it used 31,501, 1,501 more.',
  );
});

test.each<[bigint, number | bigint, EnergyTolerance['within'], boolean]>([
  [31_500n, 30_000, '5%', true],
  [28_500n, 30_000, '5%', true],
  [28_499n, 30_000, '5%', false],
  [30_010n, 30_000n, 10, true],
  [30_011n, 30_000n, 10n, false],
  [30_001n, 30_000n, '0.004%', true],
  [30_001n, 30_000n, '0.0033%', false],
  [30_000n, 30_000n, 0, true],
])('energy of %d is %d within %s: %s', async (energy, expected, within, pass) => {
  expect((await energyMessage(used(energy), expected, { within })) === undefined).toBe(pass);
});

test.each<[string, () => Promise<void>, RegExp]>([
  [
    'a burn of a call',
    () => assertBurns({ result: {} }, 1),
    /^Invalid subject ".*": it must be a transaction in a block: a call burns/,
  ],
  ['a fee below 0', () => assertBurns({ receipt: {} }, -1n), /^Invalid fee ".*": it must be a bigint from 0/],
  ['a fraction', () => assertBurns({ receipt: {} }, 0.5), /^Invalid fee ".*": it must be a bigint from 0/],
  [
    'percent without a sign',
    () => assertUsesEnergy(used(1n), 1, { within: '5' as '5%' }),
    /^Invalid within ".*": it must be units/,
  ],
  ['a margin below 0', () => assertUsesEnergy(used(1n), 1, { within: -1 }), /^Invalid within ".*": it must be units/],
  [
    'another member',
    () => assertUsesEnergy(used(1n), 1, { percent: 5 } as never),
    /^Unknown option "tolerance\.percent"\. Use one of within\./,
  ],
  [
    'energy of any value',
    () => assertUsesEnergy(async () => 'value', 1),
    /^Invalid subject "an outcome without energy"/,
  ],
])('%s is rejected', async (_, assertion, message) => {
  await expect(assertion()).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    message: expect.stringMatching(message),
  });
});
