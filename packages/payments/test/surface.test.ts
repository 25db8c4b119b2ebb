import * as payments from '@coin/payments';
import * as conformance from '@coin/payments/conformance';
import * as postgres from '@coin/payments/postgres';
import * as sqlite from '@coin/payments/sqlite';
import { documentationGaps } from '@coin/test-kit';
import { expect, test } from 'vitest';

const folder = new URL('../', import.meta.url).pathname;

test('the entries export exactly these names', () => {
  expect(Object.keys(payments).sort()).toEqual([
    'PaymentsError',
    'createMemoryDepositStore',
    'createMemoryStore',
    'createOutbox',
    'createOutboxQueue',
    'isPaymentsError',
    'reconcile',
    'watchDeposits',
  ]);
  expect(Object.keys(sqlite).sort()).toEqual(['createSqliteDepositStore', 'createSqliteStore']);
  expect(Object.keys(postgres).sort()).toEqual([
    'createPostgresDepositStore',
    'createPostgresStore',
    'migrate',
    'migrations',
  ]);
  expect(Object.keys(conformance)).toEqual(['checkOutboxStore']);
});

test.each(['index', 'sqlite/index', 'postgres/index', 'conformance/index'])(
  'every public function of %s has a complete docstring',
  (entry) => {
    expect(documentationGaps(folder, `src/${entry}.ts`)).toEqual([]);
  },
);
