import { describe, expect, test } from 'vitest';
import { createMockNode } from '../../src/index.ts';
import { errorIn } from '../support/http-network.ts';

// Answers of java-tron 4.8.0 on Java 17. Source: docs/protocol/http.md, Request body parsing.
const node = createMockNode();

describe('a body that is not valid JSON', () => {
  const json = 'class com.alibaba.fastjson.JSONException : ';

  test.each([
    ['{"a":"b"', 'syntax error, position at 0, name a'],
    ['{"a":"b" "c":1}', 'syntax error, position at 0, name a'],
    ['{"a":true "c":1}', 'syntax error, position at 10, name a'],
    ['{"a"', "expect ':' at 0, name a"],
    ['{"a', 'unclosed.str'],
    ['{"\\a":1}', 'unclosed.str.lit'],
    ['{"a":"b', 'unclosed string : \u001a'],
    ["{'a':'b", 'unclosed single-quote string'],
    ['{"a":{}', 'syntax error, EOF'],
    ['{"a":{} "b":1}', 'syntax error, string'],
    ['{"a":[1]', 'syntax error'],
    ['{"a":[1', 'unclosed jsonArray'],
    ['{"a":nul}', 'error parse null'],
    ['{"a":no}', 'error parse new'],
    ['{"a":-}', 'illegal number format : -'],
    ['{"a":1e}', 'No exponent digits., pos 7, line 1, column 8{"a":1e}'],
    ['{"a":1 / 2}', 'invalid comment'],
    ['{"a":1} true', 'not close json text, token : true'],
    ['// nothing', 'unterminated json string, pos 10, line 1, column 11// nothing'],
  ])('is rejected: %s', async (body, message) => {
    expect(await errorIn(node, '/wallet/createtransaction', body)).toBe(json + message);
  });

  // The body of validateaddress is read by this reader alone.
  test.each([
    '\ufeff{"address":"A"}',
    '{"a":undefined,"address":"A"}',
    '{"a":+1,"address":"A"}',
    '{"a":[1 2],address:"A"}',
  ])('is accepted by the node’s reader: %s', async (body) => {
    expect(await errorIn(node, '/wallet/validateaddress', body)).toBe('Length error');
  });
});
