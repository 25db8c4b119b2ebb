import * as rpc from '@coin/rpc';
import { createEnergySource } from '@coin/rpc/energy-source';
import { getFeePrices } from '@coin/rpc/fee-prices';
import { createListenedSignal } from '@coin/test-kit/listened-signal';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { type EnergySource } from '@coin/units';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, type Answer } from './support/client-with-answers.ts';
import { hang, JUDY } from './support/judy.ts';
import { recordedResponse } from './support/recordings.ts';

useVirtualTime();

/** The platform's signal, with the listeners that are added to it and not removed. */
function createPlatformSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (type: string, listener: never, options?: AddEventListenerOptions) => {
    listeners.add(listener);
    // The platform removes such a listener itself once it was called.
    if (options?.once === true) add(type, () => listeners.delete(listener), { once: true });
    add(type, listener, options);
  };
  signal.removeEventListener = (type: string, listener: never) => {
    listeners.delete(listener);
    remove(type, listener);
  };
  return { signal, listeners, abort: () => controller.abort(new Error('enough')) };
}

const call = { owner: JUDY, contract: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', data: '00' };
const methods: Readonly<Record<keyof EnergySource, readonly unknown[]>> = {
  simulate: [call],
  estimate: [call],
  contractState: [call.contract],
  energyRules: [],
  funds: [JUDY],
  accountExists: [JUDY],
  tokenBalance: [call.contract, JUDY],
  genesisId: [],
};
type Read = (client: rpc.NodeClient, signal: never) => Promise<unknown>;
const ofSource = Object.entries(methods).map(([name, args]): [string, Read] => [
  `createEnergySource().${name}`,
  (client, signal) =>
    (createEnergySource(client)[name as keyof EnergySource] as (...given: unknown[]) => Promise<unknown>)(...args, {
      signal,
    }),
]);
const functions: [string, Read][] = [
  ['getBalance', (client, signal) => rpc.getBalance(client, { address: JUDY }, { signal })],
  ['getFeePrices', (client, signal) => getFeePrices(client, { signal })],
  [
    'createTransaction',
    (client, signal) => rpc.createTransaction(client, { owner: JUDY, to: call.contract, amount: 5n }, { signal }),
  ],
  ['waitForTransaction', (client, signal) => rpc.waitForTransaction(client, { txID: 'ab'.repeat(32) }, { signal })],
  ['watchBlocks', (client, signal) => rpc.watchBlocks(client, { state: 'head', fromBlock: 1 }, { signal }).next()],
];

const cases = [
  ...ofSource.map(([name, read]) => [name, read, createListenedSignal, 'of another kind'] as const),
  ...[...ofSource, ...functions].map(([name, read]) => [name, read, createPlatformSignal, 'of the platform'] as const),
];
const limits = [rpc.createConcurrencyLimit(1)];

describe.each(cases)('%s', (_, read, create, kind) => {
  test.each<[string, Answer]>([
    ['its read fails', new Response('no', { status: 400 })],
    ['its connection breaks', new TypeError('fetch failed')],
    ['it is answered', () => recordedResponse('account.visible')],
  ])(`leaves no listener on a signal ${kind} when %s`, async (when, answer) => {
    const { signal, listeners, abort } = create();
    const done = read(clientWithAnswers(answer, { limits }).client, signal as never).catch(() => 'failed');
    // What waits for a better answer ends with the signal.
    if (when === 'it is answered') setImmediate(abort);
    else setImmediate(() => setImmediate(abort));
    await done;
    expect(listeners.size).toBe(0);
  });

  test(`leaves no listener on a signal ${kind} that aborts`, async () => {
    const { signal, listeners, abort } = create();
    let sent = () => {};
    const isSent = new Promise<void>((resolve) => (sent = resolve));
    const { client } = clientWithAnswers((request, attempt) => {
      sent();
      return hang(request, attempt);
    });
    const failure = read(client, signal as never).catch((error: unknown) => error);
    await isSent;
    abort();
    expect(rpc.isRpcError(await failure, 'ABORTED')).toBe(true);
    expect(listeners.size).toBe(0);
  });
});
