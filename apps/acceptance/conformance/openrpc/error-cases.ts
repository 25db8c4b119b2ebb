import assert from 'node:assert/strict';
import { type MockNode } from '@coin/mock-node';
import { type Case } from '../case.ts';

/** An entry of the catalog of errors. */
interface ErrorEntry {
  readonly id: string;
  readonly match: { readonly httpStatus?: number; readonly code?: number; readonly messagePrefix?: string };
}

/** The errors that a node reports before it reads a method's parameters. */
export interface ErrorModel {
  readonly catalog: readonly ErrorEntry[];
}

const version = '{"jsonrpc":"2.0","id":1,"method":"web3_clientVersion"}';

/** A body that provokes an error of the catalog. */
const PROVOCATIONS: Readonly<Record<string, string>> = {
  JSON_RPC_PARSE_ERROR: '{',
  JSON_RPC_INVALID_REQUEST: '[]',
  JSON_RPC_METHOD_NOT_FOUND: version.replace('web3_clientVersion', 'eth_unknown'),
  JSON_RPC_BATCH_TOO_LARGE: `[${Array.from({ length: 101 }, () => version).join()}]`,
  JSON_RPC_REQUEST_TOO_LARGE: version.replace('web3', '3'.repeat(5_000_000)),
};

/** The mock node's errors have the codes, and begin with the words, of the catalog. */
export const errorCases = (node: MockNode, { catalog }: ErrorModel): readonly Case[] =>
  catalog.flatMap(({ id, match: { httpStatus = 200, code, messagePrefix = '' } }) => {
    const body = PROVOCATIONS[id];
    if (body === undefined) return [];
    const check = async (): Promise<void> => {
      const response = await node.fetch('http://node/jsonrpc', { method: 'POST', body });
      assert.equal(response.status, httpStatus);
      if (code === undefined) return;
      // A batch is answered with a list.
      const [{ error }] = [await response.json()].flat() as [{ error: { code: number; message: string } }];
      assert.equal(error.code, code);
      assert.ok(error.message.startsWith(messagePrefix), error.message);
    };
    return [{ name: id, check }];
  });
