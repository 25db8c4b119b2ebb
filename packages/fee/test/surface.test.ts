import { readFileSync } from 'node:fs';
import * as surface from '@coin/fee';
import * as batch from '@coin/fee/batch';
import * as planner from '@coin/fee/planner';
import * as resources from '@coin/fee/resources';
import { documentationGaps } from '@coin/test-kit';
import { expect, test } from 'vitest';

test('the package exports these values and no others', () => {
  expect(Object.keys(surface).sort()).toEqual([
    'CODE_DEPOSIT_PER_BYTE',
    'DEFAULT_FEE_LIMIT',
    'DEFAULT_MAX_FEE_LIMIT',
    'FeeError',
    'basicEnergy',
    'blockRewards',
    'clampFeeLimit',
    'energyForFeeLimit',
    'energyWithFactor',
    'expectedFee',
    'feeLimitAcrossCycle',
    'feeLimitFromEnergyFactor',
    'feeLimitFromEstimate',
    'feeLimitFromMaxFactor',
    'highestFactorNextCycle',
    'isFeeError',
    'maxTransfer',
    'nextEnergyFactor',
    'parseEnergyFactor',
    'shareVotingReward',
    'splitReward',
    'supplyChange',
    'transactionSize',
  ]);
});

test('the entry of batches exports these values and no others', () => {
  expect(Object.keys(batch)).toEqual(['createBatchPlanner']);
});

test('the planner exports these values and no others', () => {
  expect(Object.keys(planner).sort()).toEqual(['createEnergyHistory', 'createFeePlanner']);
});

test('the entry of resources exports these values and no others', () => {
  expect(Object.keys(resources).sort()).toEqual([
    'applyResourceEvent',
    'cheapestMix',
    'explainFee',
    'loadCost',
    'mixSensitivity',
    'resourcesAt',
    'scheduleDelegations',
    'whatIf',
  ]);
});

test.each(['src/index.ts', 'src/batch/index.ts', 'src/planner/index.ts', 'src/resources/index.ts'])(
  'every export of %s has a docstring with a summary, a source and an example',
  (index) => {
    expect(documentationGaps(`${import.meta.dirname}/..`, index)).toEqual([]);
  },
);

test('the page of the planner lists exactly the warnings of fee-plan.ts', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const listed = [...read('../docs/planner.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code);
  const codes = [...read('../src/planner/fee-plan.ts').matchAll(/\{\s+readonly code: '([A-Z_]+)'/g)].map(
    ([, code]) => code,
  );
  expect(codes.length).toBeGreaterThan(0);
  expect(listed.slice(0, codes.length)).toEqual(codes);
});
