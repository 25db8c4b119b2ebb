import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMockNode, type MockNode } from '@coin/mock-node';
import { type Case, type Source } from '../case.ts';
import { errorCases, type ErrorModel } from './error-cases.ts';

interface Method {
  readonly name: string;
  readonly params: readonly { readonly required?: boolean }[];
  readonly result: { readonly schema: { readonly type?: string } };
}

interface Specification {
  readonly methods: readonly Method[];
  readonly 'x-tron-error-model': ErrorModel;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly required: readonly string[] }>> };
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

async function ask(node: MockNode, method: string, params: readonly unknown[]): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return (await (await node.fetch('http://node/jsonrpc', { method: 'POST', body })).json()) as Answer;
}

/** What the specification says of a method's parameters, and of its result if it takes none. */
function methodCases(node: MockNode, { name, params, result }: Method): readonly Case[] {
  const checkCount = async (count: number): Promise<void> => {
    const { error } = await ask(
      node,
      name,
      Array.from({ length: count }, () => null),
    );
    assert.equal(error?.code, -32602, error?.message);
  };
  return [
    {
      name: `${name} exists`,
      check: async () => assert.notEqual((await ask(node, name, [])).error?.code, -32601),
    },
    { name: `${name} with a parameter too many`, check: () => checkCount(params.length + 1) },
    ...(params[0]?.required === true ? [{ name: `${name} with no parameter`, check: () => checkCount(0) }] : []),
    ...(params.length === 0 && result.schema.type !== undefined
      ? [
          {
            name: `${name} answers as its schema says`,
            check: async () => {
              const { result: value } = await ask(node, name, []);
              assert.equal(Array.isArray(value) ? 'array' : typeof value, result.schema.type);
            },
          },
        ]
      : []),
  ];
}

/** A block has the fields of its schema, which allows no others. */
const blockCase = (node: MockNode, { schemas }: Specification['components']): Case => ({
  name: 'BlockResult',
  check: async () => {
    const { result } = await ask(node, 'eth_getBlockByNumber', ['latest', true]);
    assert.deepEqual(Object.keys(result as object).toSorted(), schemas['BlockResult']!.required.toSorted());
  },
});

/** The network's own specification of its JSON-RPC, derived from the source of java-tron 4.8.2, against the mock node. */
export const openrpc: Source = {
  name: 'openrpc',
  origin: 'tronprotocol/documentation-en 8f3209ef53d7, docs/api/openrpc.json',
  licence: 'none stated, so it is fetched when asked',
  read: (folder) => {
    const node = createMockNode();
    const text = readFileSync(join(folder, 'docs/api/openrpc.json'), 'utf8');
    const { methods, components, 'x-tron-error-model': errors } = JSON.parse(text) as Specification;
    return [
      ...methods.flatMap((method) => methodCases(node, method)),
      blockCase(node, components),
      ...errorCases(node, errors),
    ];
  },
  exclusions: [],
};
