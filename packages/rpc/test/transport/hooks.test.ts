import { type HttpOptions, type RpcError } from '@coin/rpc';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { isForceRetryError } from 'ky';
import { describe, expect, test, vi } from 'vitest';
import { clientWithAnswers } from '../support/client-with-answers.ts';
import { JUDYS_BALANCE, balanceOrError } from '../support/judy.ts';
import { recordedResponse } from '../support/recordings.ts';

useVirtualTime();

const unavailable = new Response('', { status: 503 });
const busy = Response.json({ Error: 'class java.lang.IllegalAccessException : lack of computing resources' });

const hookNames = ['beforeRequest', 'afterResponse', 'beforeRetry'] as const;

describe.each(hookNames)('the hook %s', (name) => {
  const callWith = (hook: () => unknown) => {
    const hooks = { [name]: [hook] } as NonNullable<HttpOptions['hooks']>;
    return balanceOrError(clientWithAnswers([unavailable, 'account.visible'], { retry: 3, hooks }).client);
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
  ])('ends the call when it %s', async (_, hook) => {
    const spy = vi.fn(hook);
    expect(await callWith(spy)).toMatchObject({
      code: 'CALLBACK_FAILED',
      context: { path: '/wallet/getaccount', callback: 'hooks' },
      retryable: false,
      cause: expect.any(Error),
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

test('hooks are called in the order of events, and see every response whole', async () => {
  const events: string[] = [];
  const { client } = clientWithAnswers([unavailable, busy, 'account.visible'], {
    retry: 2,
    hooks: {
      beforeRequest: [({ request }) => void events.push(`request ${new URL(request.url).pathname}`)],
      afterResponse: [
        async ({ response, retryCount }) => {
          events.push(`response ${retryCount} ${response.status} ${(await response.text()).length}`);
        },
      ],
      beforeRetry: [
        ({ error, retryCount }) => {
          const cause = isForceRetryError(error) ? (error.cause as RpcError) : undefined;
          events.push(`retry ${retryCount} ${cause?.code}`);
        },
      ],
    },
  });
  expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
  expect(events).toEqual([
    'request /wallet/getaccount',
    'response 0 503 0',
    'retry 1 HTTP_STATUS',
    expect.stringMatching(/^response 1 200 \d+$/),
    'retry 2 RATE_LIMITED',
    expect.stringMatching(/^response 2 200 \d{3,}$/),
  ]);
});

test('a hook may change the request, and replace the response', async () => {
  const { client, requests } = clientWithAnswers([unavailable], {
    hooks: {
      beforeRequest: [({ request }) => request.headers.set('authorization', 'Bearer fresh')],
      afterResponse: [() => recordedResponse('account.visible')],
    },
  });
  expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer fresh');
});

test('a limit that throws ends the call', async () => {
  const { client, requests } = clientWithAnswers('account.visible', {
    retry: 2,
    limits: [() => Promise.reject(new Error('the store is down'))],
  });
  expect(await balanceOrError(client)).toMatchObject({
    code: 'CALLBACK_FAILED',
    context: { callback: 'limits', reason: 'the store is down' },
    cause: { message: 'the store is down' },
  });
  expect(requests).toHaveLength(0);
});

test('a call that ends during a hook sends no request', async () => {
  const controller = new AbortController();
  const { client, requests } = clientWithAnswers('account.visible', {
    hooks: { beforeRequest: [() => controller.abort(new Error('enough'))] },
  });
  expect(await balanceOrError(client, { signal: controller.signal })).toMatchObject({ code: 'ABORTED' });
  await new Promise((done) => setTimeout(done, 1000));
  expect(requests).toEqual([]);
});

test('the pause before a retry doubles each time, and is drawn below that', async () => {
  using random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { client, requests } = clientWithAnswers(unavailable, { retry: 3, totalTimeout: 60_000 });
  const started = Date.now();
  await balanceOrError(client);
  expect(requests).toHaveLength(4);
  expect(Date.now() - started).toBe(150 + 300 + 600);
  expect(random).toHaveBeenCalledTimes(3);
});
