import { describe, expect, test } from 'vitest';
import { answerTo, errorIn, openNode } from '../../support/http-network.ts';

// Answers of java-tron on Java 17. Source: docs/protocol/http.md, Registration, ports, methods.
const { node, owner, other } = openNode();

test('answers OPTIONS with the content type of every answer', async () => {
  const { status, headers } = await node.fetch('http://node/wallet/getaccount', { method: 'OPTIONS' });
  expect([status, headers.get('allow'), headers.get('content-type')]).toEqual([
    200,
    'GET, HEAD, POST, TRACE, OPTIONS',
    'application/json;charset=utf-8',
  ]);
});

describe('the router', () => {
  const page = async (method: string, accept?: string) => {
    const headers = accept === undefined ? {} : { accept };
    const answer = await node.fetch('http://node/wallet/nothing', { method, headers });
    return [answer.status, answer.headers.get('content-type'), (await answer.text()).slice(0, 11)];
  };

  test.each([
    ['GET', undefined, [404, 'text/html;charset=iso-8859-1', '<html>\n<hea']],
    ['POST', '*/*', [405, 'text/html;charset=iso-8859-1', '<html>\n<hea']],
    ['GET', 'application/json, text/plain, */*', [404, 'application/json', '{\n"servlet"']],
    ['GET', 'text/html;q=0.1, text/json', [404, 'text/json', '{\n"servlet"']],
    ['GET', 'text/plain', [404, 'text/plain;charset=iso-8859-1', 'HTTP ERROR ']],
    ['GET', 'image/png', [404, null, '']],
    ['PUT', undefined, [405, null, '']],
    ['DELETE', '*/*', [405, null, '']],
    ['PATCH', undefined, [501, null, '']],
  ])('answers an unknown path with an error page for %s accepting %s', async (method, accept, expected) => {
    expect(await page(method, accept)).toEqual(expected);
  });

  test.each(['/wallet/getburntrx;v=1', '/wallet/%67etburntrx'])('recognises the path %s', async (path) => {
    expect(await answerTo(node, path)).toBe('{"burnTrxAmount": 0}');
  });

  test('rejects a broken escape in a query string', async () => {
    const message = 'class org.eclipse.jetty.http.BadMessageException : 400: Unable to parse URI query';
    expect(await errorIn(node, '/wallet/getaccount?address=%zz')).toBe(message);
    expect(await answerTo(node, '/wallet/validateaddress?address=%zz')).toBe('');
    expect(await errorIn(node, '/wallet/getburntrx?a=%zz')).toBe(message);
  });

  test.each([
    ['application/json', '\u20ac'],
    ['Application/JSON', '\u20ac'],
    ['text/plain; charset=UTF-8', '\u20ac'],
    ['text/plain', '\u00e2\u0082\u00ac'],
    ['application/x-www-form-urlencoded', '\u00e2\u0082\u00ac'],
    ['application/xml', '\u00e2\u0082\u00ac'],
  ])('reads the bytes of a euro sign as %s implies', async (type, memo) => {
    const body = new TextEncoder().encode(
      JSON.stringify({ owner_address: owner, to_address: other, amount: 1, visible: true, extra_data: '€' }),
    );
    const built = await answerTo(node, '/wallet/createtransaction', undefined, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(built).toContain(`"data":"${Buffer.from(memo).toString('hex')}"`);
  });
});
