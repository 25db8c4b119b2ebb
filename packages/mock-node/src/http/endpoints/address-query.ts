import { BytesMessage } from '../../protocol/answers.ts';
import { base58Bytes } from '../message/request-arguments.ts';
import type { Asked, Endpoint } from './endpoint.ts';
import type { PrintOptions } from '../json/protobuf-printer.ts';
import { parseMessage } from '../json/protobuf-parser.ts';
import { stringMember, writeJson } from '../json/json-value.ts';
import type { JsonValue } from '../json/json-value.ts';
import { jsonOf, readFormOrJsonBody, readParameters } from '../message/request.ts';

/**
 * Both methods of an endpoint that takes an address as `value`. In the visible notation the address is made hexadecimal before the body is read, so that one
 * which does not decode is no address, without an error.
 *
 * Source: docs/protocol/http.md, Request body parsing.
 */
export function queryByValue(
  answer: (asked: Asked, address: string, options: PrintOptions) => string,
): Pick<Endpoint, 'get' | 'post'> {
  return {
    get: (asked) => {
      const { get, visible } = readParameters(asked.request);
      return answer(asked, readValue(get('value'), { visible }), { visible });
    },
    post: (asked) => {
      const body = readFormOrJsonBody(asked.request);
      if (!body.visible) return answer(asked, parseMessage(BytesMessage, body.text, body).value, body);
      const json = jsonOf(body);
      const value = stringMember(json, 'value');
      const text = writeJson(new Map(json).set('value', value === undefined ? null : base58Bytes(value)));
      return answer(asked, parseMessage(BytesMessage, text, body).value, body);
    },
  };
}

function readValue(given: string | undefined, { visible }: PrintOptions): string {
  const value: JsonValue = given === undefined ? null : visible ? base58Bytes(given) : given;
  return parseMessage(BytesMessage, writeJson(new Map([['value', value]])), { visible }).value;
}
