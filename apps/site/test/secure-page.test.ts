import { expect, test } from 'vitest';
import { scriptHash } from '../src/policy/script-hash.ts';
import { securePage } from '../src/policy/secure-page.ts';

const page = (body: string) =>
  `<html>\n  <head>\n    <script src="/a.js"></script><script id="dark">go()</script>\n  </head>${body}</html>`;
const policyOf = (html: string) =>
  /<head>\s*<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1];

test('a page begins with a policy that allows its own inline scripts by their hashes', () => {
  const policy = policyOf(securePage(page(''), ['frame()'])) ?? '';
  expect(policy.split('; ')).toContain(`script-src 'self' '${scriptHash('go()')}' '${scriptHash('frame()')}'`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
});

test('a hash is the one that browsers compute', () => {
  // the example of https://www.w3.org/TR/CSP2/#script-src-hash-usage
  expect(scriptHash("alert('Hello, world.');")).toBe('sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=');
});

test('the inline styles that the stylesheet replaces are removed', () => {
  expect(securePage(page('<div style="position:relative;" class="a"></div>'), [])).toContain('<div class="a"></div>');
});

test('a page with any other inline style is rejected', () => {
  expect(() => securePage(page('<p style="color:red">'), [])).toThrow(
    'has an inline style, which its policy forbids: <p style=',
  );
});
