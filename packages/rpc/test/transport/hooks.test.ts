import { type EndpointHooks, type FallbackHooks } from '@coin/rpc';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test, vi } from 'vitest';
import { clientWithAnswers, type Answer } from '../support/client-with-answers.ts';
import { JUDYS_BALANCE, balanceOrError } from '../support/judy.ts';
import { recordedResponse } from '../support/recordings.ts';

useVirtualTime();

const unavailable = new Response('', { status: 503 });
const down = new TypeError('fetch failed');

/** For each hook the answers that make a client with two endpoints call it. */
const occasions: Readonly<Record<keyof (EndpointHooks & FallbackHooks), readonly Answer[]>> = {
  request: ['chain.block-0', 'account.visible'],
  response: ['chain.block-0', 'account.visible'],
  retry: ['chain.block-0', unavailable, 'chain.block-0', 'account.visible'],
  endpointSwitched: ['chain.block-0', unavailable, 'chain.block-0', 'account.visible'],
};
const endpoints = ['http://a.example', 'http://b.example'];

describe.each(Object.entries(occasions))('the hook %s', (name, answers) => {
  const callWith = (hook: () => unknown) => {
    const { client } = clientWithAnswers(answers, {
      endpoints,
      retries: 3,
      hooks: { [name]: hook },
    });
    return balanceOrError(client);
  };

  test.each<[string, () => unknown]>([
    [
      'throws an error',
      () => {
        throw new Error('from the hook');
      },
    ],
    [
      'throws the kind of error that fetch throws',
      () => {
        throw Object.assign(new TypeError('fetch failed'), { cause: new Error('from the hook') });
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('from the hook');
      },
    ],
    [
      'throws a text',
      () => {
        throw 'from the hook'; // eslint-disable-line typescript/only-throw-error
      },
    ],
    [
      'throws nothing',
      () => {
        throw undefined; // eslint-disable-line typescript/only-throw-error
      },
    ],
  ])('ends the call when it %s', async (_, hook) => {
    const spy = vi.fn(hook);
    const outcome = callWith(spy);
    expect(await outcome).toMatchObject({
      code: 'CALLBACK_FAILED',
      context: { callback: `hooks.${name}` },
      retryable: false,
    });
    expect(spy).toHaveBeenCalledTimes(1);
  });

  test('is waited for', async () => {
    let finished = false;
    const outcome = callWith(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      finished = true;
    });
    expect(await outcome).toBe(JUDYS_BALANCE);
    expect(finished).toBe(true);
  });
});

test('a hook that throws the error it was given ends the call', async () => {
  const { client, requests } = clientWithAnswers(down, {
    retries: 3,
    hooks: {
      retry: ({ error }) => {
        throw error;
      },
    },
  });
  const error = await balanceOrError(client);
  expect(error).toMatchObject({ code: 'CALLBACK_FAILED', cause: { code: 'NETWORK_FAILED' } });
  expect(requests).toHaveLength(1);
});

test('a hook that throws makes no endpoint rest', async () => {
  let isBroken = true;
  const { client } = clientWithAnswers(['chain.block-0', 'account.visible'], {
    endpoints,
    hooks: {
      response: () => {
        if (isBroken) throw new Error('from the hook');
      },
    },
  });
  await balanceOrError(client);
  isBroken = false;
  expect(client.endpoint).toBe('http://a.example');
});

test('a limit that throws ends the call', async () => {
  const { client, requests } = clientWithAnswers('account.visible', {
    retries: 2,
    limits: [() => Promise.reject(new Error('the store is down'))],
  });
  expect(await balanceOrError(client)).toMatchObject({
    code: 'CALLBACK_FAILED',
    context: { callback: 'limits', reason: 'the store is down' },
  });
  expect(requests).toHaveLength(0);
});

test.each<[unknown, string]>([
  [new Error('no disk'), 'no disk'],
  ['no disk', 'no disk'],
  [5, 'number'],
  [null, 'object'],
  [undefined, 'undefined'],
  [{ message: 5 }, 'object'],
  [{ message: 'no\nDocs: x', shortMessage: 'no' }, 'no'],
])('a hook that throws %o ends the call with the reason %j', async (thrown, reason) => {
  const request = () => {
    throw thrown;
  };
  const { client } = clientWithAnswers('account.visible', { hooks: { request } });
  expect(await balanceOrError(client)).toMatchObject({
    code: 'CALLBACK_FAILED',
    context: { path: '/wallet/getaccount', callback: 'hooks.request', reason },
    cause: thrown,
  });
});

test('the pause before a retry doubles each time, and is drawn below that', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  try {
    const retries: unknown[] = [];
    const { client } = clientWithAnswers(new Response('', { status: 503 }), {
      retries: 3,
      retryDelayMs: 1000,
      hooks: { retry: ({ attempt, delayMs, error, path }) => void retries.push([path, attempt, delayMs, error.code]) },
    });
    await balanceOrError(client);
    expect(retries).toEqual([
      ['/wallet/getaccount', 1, 500, 'HTTP_STATUS'],
      ['/wallet/getaccount', 2, 1000, 'HTTP_STATUS'],
      ['/wallet/getaccount', 3, 2000, 'HTTP_STATUS'],
    ]);
  } finally {
    random.mockRestore();
  }
});

test('the hook response reports the duration of the answer', async () => {
  const elapsed: number[] = [];
  const { client } = clientWithAnswers(
    async () => {
      await new Promise((done) => setTimeout(done, 3000));
      return recordedResponse('account.visible');
    },
    { hooks: { response: ({ elapsedMs }) => void elapsed.push(elapsedMs) } },
  );
  await balanceOrError(client);
  expect(elapsed).toEqual([3000]);
});

test('a call that ends during the hook request sends no request', async () => {
  const controller = new AbortController();
  const { client, requests } = clientWithAnswers('account.visible', {
    hooks: { request: () => controller.abort(new Error('enough')) },
  });
  expect(await balanceOrError(client, { signal: controller.signal })).toMatchObject({ code: 'ABORTED' });
  await new Promise((done) => setTimeout(done, 1000));
  expect(requests).toEqual([]);
});
