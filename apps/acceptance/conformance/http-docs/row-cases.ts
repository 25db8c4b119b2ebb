import assert from 'node:assert/strict';
import { type MockNode } from '@coin/mock-node';
import { type Case } from '../case.ts';
import { type Page } from './page.ts';

/** A method with its query or its body. */
type Request = readonly [method: 'GET' | 'POST', parameters: string];

const bothOf = (fields: Readonly<Record<string, string>>): readonly Request[] => [
  ['GET', new URLSearchParams(fields).toString()],
  ['POST', JSON.stringify(fields)],
];

/** What a row's trigger means: the requests that it is about. */
const TRIGGERS: readonly (readonly [trigger: RegExp, requests: (field: string) => readonly Request[]])[] = [
  [/body is not valid JSON/u, () => [['POST', '{']]],
  [/^`(\w+)`.*is not numeric \(GET\)/u, (field) => [['GET', `${field}=x`]]],
  [/^`(\w+)`.*is not valid hex/u, (field) => bothOf({ [field]: 'zz' })],
  [/^`(\w+)`.*is not valid base58check \(`visible=true`\)/u, (field) => bothOf({ [field]: '0', visible: 'true' })],
];

/** The parts of a row's response that are about a method. */
function expectedFor(method: string, response: string): readonly string[] {
  const parts = response.split(/;|(?=POST[: ])/u);
  const own = parts.filter((part) => !/GET|POST/u.test(part) || part.includes(method));
  return (own.length === 0 ? parts : own).flatMap((part) => part.match(/class [\w.$]+/gu) ?? []);
}

/** The exception that a node answers. */
async function exceptionOf(node: MockNode, endpoint: string, [method, parameters]: Request): Promise<string> {
  const url = `http://node/wallet/${endpoint}`;
  const response = await (method === 'GET'
    ? node.fetch(`${url}?${parameters}`)
    : node.fetch(url, { method, body: parameters }));
  const body = await response.text();
  return /class [\w.$]+/u.exec(body)?.[0] ?? body;
}

/** A page's rows of errors with triggers that can be pulled. The node's exception is compared, not its words. */
export function rowCases(node: MockNode, { endpoint, methods, text }: Page): readonly Case[] {
  return [...text.matchAll(/^\| (?:(GET \/ POST|GET|POST) \| )?([^|]+) \| ([^|]*class [^|]+) \|$/gmu)].flatMap(
    ([, own = methods.join(), trigger = '', response = '']) =>
      TRIGGERS.flatMap(([pattern, requests]) => {
        const match = pattern.exec(trigger);
        if (match === null) return [];
        return requests(match[1] ?? '')
          .filter(([method]) => own.includes(method))
          .map((request) => ({
            name: `${request[0]} ${endpoint}: ${trigger}`,
            check: async () => {
              const actual = await exceptionOf(node, endpoint, request);
              const expected = expectedFor(request[0], response);
              assert.ok(expected.includes(actual), `${actual}, expected ${expected.join(' or ')}`);
            },
          }));
      }),
  );
}
