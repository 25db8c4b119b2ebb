import * as rpc from '@coin/rpc';
import { expect, test } from 'vitest';
import { clientWithAnswers } from './support/client-with-answers.ts';
import { JUDY } from './support/judy.ts';

const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const { client, requests } = clientWithAnswers('account.visible');
const carrier = { request: async () => '{}' };
const transfer = { owner: JUDY, to: TO, amount: 1n };

const cases: [string, string, string, () => unknown][] = [
  ['createNodeClient', 'transports', 'transport', () => rpc.createNodeClient({ transports: [] } as never)],
  ['http', 'timeout', 'timeoutMs', () => rpc.http('http://a.example', { timeout: 5000 } as never)],
  ['http', 'apikey', 'apiKey', () => rpc.http('http://a.example', { apikey: 'the-secret' } as never)],
  ['custom', 'retry', 'retries', () => rpc.custom(carrier, { retry: 5 } as never)],
  ['fallback', 'genesisID', 'genesisId', () => rpc.fallback(['http://a.example'], { genesisID: 'x' } as never)],
  ['createRateLimit', 'persecond', 'perSecond', () => rpc.createRateLimit({ perSecond: 5, persecond: 5 } as never)],
  ['a read', 'timeout', 'timeoutMs', () => rpc.getNowBlock(client, { timeout: 5000 } as never)],
  [
    'a read of a state',
    'States',
    'state',
    () => rpc.getBalance(client, { address: JUDY }, { States: 'solid' } as never),
  ],
  ['arguments', 'adress', 'address', () => rpc.getAccount(client, { address: JUDY, adress: JUDY } as never)],
  ['a transfer', 'feelimit', 'to', () => rpc.createTransaction(client, { ...transfer, feelimit: 1n } as never)],
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
    'an estimate',
    'method',
    'kind',
    () => rpc.estimateEnergy(client, { owner: JUDY, contract: TO, data: '00' }, { method: 'auto' } as never),
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
  expect((error as rpc.RpcError).shortMessage).toMatch(
    new RegExp(`^Unknown option "${name}"\\. Did you mean \\w+\\?$`),
  );
  if (name !== 'feelimit' && name !== 'method')
    expect((error as rpc.RpcError).shortMessage).toContain(`mean ${closest}?`);
  expect(String(error)).not.toContain('the-secret');
  expect(requests).toEqual([]);
});
