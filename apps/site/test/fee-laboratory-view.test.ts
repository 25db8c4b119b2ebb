import { createMockNode } from '@coin/mock-node';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { parseCoin } from '@coin/units';
import { expect, test } from 'vitest';
import { readAddress } from '../src/playground/address/address-state.ts';
import { compareMethods } from '../src/playground/fee-laboratory/model.ts';
import { networkTable, stateOfContract } from '../src/playground/fee-laboratory/network-view.ts';
import { readNetwork } from '../src/playground/fee-laboratory/read-network.ts';
import {
  comparisonTexts,
  duration,
  failureText,
  laboratoryFields,
  laboratoryInput,
  limitBars,
  outcomesTable,
} from '../src/playground/fee-laboratory/view.ts';

useVirtualTime();

const silent = () => undefined;
const CONTRACT = '41c0ffee00000000000000000000000000000000c0';

test('the table has every execution, exactly, and the bars are shares of the widest limit', async () => {
  const result = await compareMethods(laboratoryInput(readAddress(laboratoryFields, '?factor=0&minutes=180')), silent);
  if (result.kind === 'failed') throw new Error(result.reason);
  const { head, rows } = outcomesTable(result);
  expect(rows.map((row) => row.length)).toEqual(rows.map(() => head.length));
  const outcomes = [...result.methods.map(({ outcome }) => outcome), result.enough, result.short];
  expect(rows.map(([, limit = '', , energy = '', burned = '', left = '']) => [limit, energy, burned, left])).toEqual(
    outcomes.map(({ feeLimit, energy, energyFee, left }) =>
      [feeLimit, energy * 1_000_000n, energyFee, left].map((amount) =>
        expect.toSatisfy((text: string) => parseCoin(text.replaceAll(',', '')) === amount),
      ),
    ),
  );
  const bars = limitBars(result);
  expect(bars.at(-1)).toMatchObject({
    succeeded: true,
    burned: expect.closeTo(27.2, 0),
    left: expect.closeTo(72.7, 0),
  });
  expect(bars[0]).toMatchObject({ succeeded: false, left: 0, text: '2.7671 of 2.7671 coin' });
  expect(comparisonTexts(result)).toEqual([
    'Now: factor 0, 27,671 units of energy, 0 of them penalty.',
    expect.stringMatching(/^At inclusion, after 1 maintenance: factor 0\.2, 33,/),
    'The planner chooses 3.3206 coin: across a maintenance.',
    expect.stringContaining('and the call did not happen'),
  ]);
});

test('the reader’s contract counts only if it is called', () => {
  const state = { ...readAddress(laboratoryFields, '?code=00&call=swap') };
  expect(laboratoryInput(state).own.bytecode).toBe('');
  expect(laboratoryInput({ ...state, call: 'own' }).own.bytecode).toBe('00');
});

test('a failed call shows its loss', () => {
  const sent = { feeLimit: 100_000_000n, result: 'OUT_OF_TIME', succeeded: false, energy: 7n, energyFee: 700n };
  expect(failureText({ kind: 'failed', reason: '', sent: { ...sent, fee: 700n, left: 0n } })).toBe(
    'Sent all the same with a limit of 100 coin, it fails, OUT_OF_TIME, and burns 0.0007 coin for 7 units of energy.',
  );
});

test.each([
  [0, '0 min'],
  [59, '59 min'],
  [60, '1 h 0 min'],
  [1_439, '23 h 59 min'],
])('%i minutes are %s', (minutes, text) => expect(duration(minutes)).toBe(text));

test('reads the parameters of a node, and a contract as the laboratory takes it', async () => {
  const node = createMockNode({ contracts: [{ address: CONTRACT, code: '00', energyFactor: 3_400n }] });
  const facts = await readNetwork({ url: 'http://node', contract: CONTRACT }, undefined, { fetch: node.fetch });
  expect(networkTable(facts).rows).toEqual([
    ['Energy price, small units', '100'],
    ['Maximum fee limit, coin', '15,000'],
    ['Threshold, units of energy in a cycle', '5,000,000,000'],
    ['Increase of the factor in a cycle', '0.2'],
    ['Maximum factor', '3.4'],
    ['Next maintenance', '2026-01-01T12:00:00.000Z'],
    ['Factor of the contract', '0.34'],
    ['Energy it has used in this cycle', '0'],
  ]);
  expect(stateOfContract(facts)).toEqual({ factor: 3_400, busy: 0 });
  const used = { energyFactor: 99_999n, energyUsage: 6_000_000_000n };
  expect(stateOfContract({ ...facts, contract: used })).toEqual({ factor: 34_000, busy: 120 });
  expect(
    stateOfContract(await readNetwork({ url: 'http://node', contract: '' }, undefined, { fetch: node.fetch })),
  ).toBe(undefined);
});

test('a node that cannot be read shows the likely reason', async () => {
  const fetch = async () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(readNetwork({ url: 'http://node', contract: '' }, undefined, { fetch })).rejects.toThrow('CORS');
});
