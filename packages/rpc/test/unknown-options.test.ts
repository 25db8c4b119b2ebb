import * as rpc from '@coin/rpc';
import { expect, test } from 'vitest';
import { clientWithAnswers } from './support/client-with-answers.ts';
import { JUDY } from './support/judy.ts';

const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const { client, requests } = clientWithAnswers('account.visible');
const transfer = { owner: JUDY, to: TO, amount: 1n };

const cases: [string, string, string | undefined, () => unknown][] = [
  ['a transfer', 'feelimit', undefined, () => rpc.createTransaction(client, { ...transfer, feelimit: 1n } as never)],
  [
    'a transfer',
    'permissionID',
    'permissionId',
    () => rpc.createTransaction(client, { ...transfer, permissionID: 2 } as never),
  ],
  ['a build', 'maxLife', 'maxLifeMs', () => rpc.createTransaction(client, transfer, { maxLife: 5 } as never)],
  [
    'a call',
    'feeLimits',
    'feeLimit',
    () => rpc.triggerSmartContract(client, { owner: JUDY, contract: TO, data: '00', feeLimits: 1n } as never),
  ],
  [
    'a wait',
    'pollMS',
    'pollMs',
    () => rpc.waitForTransaction(client, { txID: 'ab'.repeat(32) }, { pollMS: 5000 } as never),
  ],
  ['following', 'batchsize', 'batchSize', () => rpc.watchBlocks(client, { state: 'head' }, { batchsize: 5 } as never)],
];

test.each(cases)('%s rejects the unknown option %s before any request', async (_, name, closest, run) => {
  const error: unknown = await (async () => run())().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'ARGUMENT_INVALID', context: { argument: name, value: '(hidden)' } });
  const advice = closest === undefined ? 'Use one of owner, to, ' : `Did you mean ${closest}?`;
  expect((error as rpc.RpcError).shortMessage).toContain(`Unknown option "${name}". ${advice}`);
  expect(requests).toEqual([]);
});
