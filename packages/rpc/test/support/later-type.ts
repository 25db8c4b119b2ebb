import { type Transaction } from '@coin/rpc';
import { composeContent } from '../../src/transaction/compose-transaction.ts';

/** The name of a contract type that this package does not know, as a later network may have it. */
export const LATER_TYPE = 'SomeLaterTypeContract';

/** A transaction of that type. */
export const laterTypeTransaction = (): Transaction =>
  composeContent(
    { contract: { type: { number: 99, name: LATER_TYPE }, bytes: '0801', json: '0801' }, data: '', permissionId: 0 },
    { refBlockBytes: '0001', refBlockHash: '0102030405060708', expiration: 2, timestamp: 1 },
  );
