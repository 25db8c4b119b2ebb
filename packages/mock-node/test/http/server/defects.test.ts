import { afterEach, expect, test } from 'vitest';
import { serveByCommand } from '../../support/command-session.ts';

// A defect of two handlers: they fail when they read these members of a request.
const members: ReadonlySet<unknown> = new Set(['format', 'snapshot']);
const prototype: Map<unknown, unknown> = Map.prototype;
const read = Object.getOwnPropertyDescriptor(prototype, 'get') ?? {};
function failToRead(this: Map<unknown, unknown>, key: unknown): unknown {
  if (members.has(key)) throw new TypeError('on purpose');
  return Reflect.apply(read.value, this, [key]);
}
afterEach(() => void Object.defineProperty(prototype, 'get', read));

test.each(['/admin/accounts', '/admin/revert'])(
  'answers a defect of %s with its stack, prints the request, and answers the next one',
  async (path) => {
    const { output, problem } = await serveByCommand(['--tre'], async ({ get, post }) => {
      Object.defineProperty(prototype, 'get', { ...read, value: failToRead });
      const body = path.endsWith('revert')
        ? await post(path, { snapshot: '1' })
        : JSON.parse(String(await get(`${path}?format=hex`)));
      expect(body).toEqual({ Error: expect.stringMatching(/^@coin\/mock-node has a defect: TypeError: on purpose\n/) });
      expect(await get('/healthcheck')).toBe('OK');
    });
    expect(problem).toBe('');
    expect(output).toMatch(new RegExp(`${path}.* 500`));
  },
);
