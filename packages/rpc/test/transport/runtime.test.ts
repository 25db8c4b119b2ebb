import { createNodeClient, custom, http, isRpcError } from '@coin/rpc';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

const fetch = async () => new Response('{}');
const transports: Readonly<Record<string, () => unknown>> = {
  'createNodeClient with a URL': () => createNodeClient({ transport: 'http://a.example' }),
  'http with a URL': () => http('http://a.example'),
  'http with your own fetch': () => http('http://a.example', { fetch }),
  'http with a mock node': () => http({ fetch }),
  custom: () => custom({ request: async () => '{}' }),
};

/** The features that an error names when these globals are absent, undefined without an error. */
function missingWithout(globals: readonly string[], create: () => unknown): string | undefined {
  for (const name of globals) vi.stubGlobal(name, undefined);
  try {
    create();
    return undefined;
  } catch (error) {
    if (!isRpcError(error, 'RUNTIME_UNSUPPORTED')) throw error;
    return error.context.missing;
  } finally {
    vi.unstubAllGlobals();
  }
}

test.each(Object.entries(transports))('%s names each feature that the runtime lacks', (_, create) => {
  for (const name of ['AbortController', 'Headers', 'Request', 'Response', 'TextDecoder', 'TextEncoder'])
    expect(missingWithout([name], create)).toBe(name);
  expect(missingWithout(['URL'], create)).toBe('URL.canParse');
  expect(missingWithout(['TextEncoder', 'Headers'], create)).toBe('Headers, TextEncoder');
  expect(missingWithout([], create)).toBeUndefined();
});

test('only requests by the platform’s fetch need it', () => {
  const needing = Object.entries(transports).filter(([, create]) => missingWithout(['fetch'], create) === 'fetch');
  expect(needing.map(([name]) => name)).toEqual(['createNodeClient with a URL', 'http with a URL']);
});
