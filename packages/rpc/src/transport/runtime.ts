import { RpcError } from '../errors.ts';

/** The platform features that requests use besides `fetch`. */
const NEEDED = [
  'AbortController',
  'Headers',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL.canParse',
] as const;

/**
 * Throws `RUNTIME_UNSUPPORTED` if requests would fail in the middle, because the runtime lacks a feature.
 *
 * Otherwise a request would seem to time out.
 */
export function checkRuntime(...needs: readonly string[]): void {
  const missing = [...NEEDED, ...needs].filter((name) => {
    const value = name.split('.').reduce((object: unknown, key) => Object(object)[key] as unknown, globalThis);
    return typeof value !== 'function';
  });
  if (missing.length > 0) throw new RpcError('RUNTIME_UNSUPPORTED', { missing: missing.join(', ') });
}
