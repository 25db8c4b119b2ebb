import { stringMember, writeJson, type JsonValue } from '../../json/json-value.ts';
import { parseMessage } from '../../json/protobuf-parser.ts';
import { type PrintOptions } from '../../json/protobuf-printer.ts';
import { base58Bytes } from '../../message/request-arguments.ts';
import { jsonOf, parseBody, type Parameters, type RequestBody } from '../../message/request.ts';
import { BytesMessage } from '../../protocol/messages/api-messages.ts';
import { type Address } from '../../protocol/primitives.ts';
import { type Endpoint, type RequestContext } from './endpoint.ts';
import { query } from './query.ts';

export type AnswerForAddress = (context: RequestContext, address: Address, options: PrintOptions) => string;

/**
 * The GET and POST handlers of an endpoint that takes an address as `value`. In the visible notation, the address is
 * converted to hexadecimal before the body is read. An address with a wrong checksum therefore counts as empty instead
 * of failing.
 *
 * Source: docs/protocol/http.md, Request body parsing.
 */
export function addressQuery(answer: AnswerForAddress): Pick<Endpoint, 'get' | 'post'> {
  return query({ get: addressOfParameters, post: addressOfBody }, answer);
}

function addressOfParameters({ get, visible }: Parameters): Address {
  const given = get('value');
  const value: JsonValue = given === undefined ? null : visible ? base58Bytes(given) : given;
  return parseMessage(BytesMessage, writeJson(new Map([['value', value]])), { visible }).value;
}

function addressOfBody(body: RequestBody): Address {
  if (!body.visible) return parseBody(BytesMessage, body).value;
  const json = jsonOf(body);
  const value = stringMember(json, 'value');
  const text = writeJson(new Map(json).set('value', value === undefined ? null : base58Bytes(value)));
  return parseMessage(BytesMessage, text, body).value;
}
