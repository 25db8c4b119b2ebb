// Every enumeration in an answer, with its words and with others.
import * as rpc from '@coin/rpc';
import { getResourceState } from '@coin/rpc/fee-prices';
import { getSignedBlock, getWitnessCycle } from '@coin/rpc/proof';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers } from './support/client-with-answers.ts';
import { errorCodeOf, outcomeOf } from './support/outcome.ts';
import { recordedTransfer } from './support/recorded-transfer.ts';
import { recorded, recordedResponse } from './support/recordings.ts';

useVirtualTime();

type Json = { [key: string | number]: Json } | Json[] | string | number | boolean;
type Path = readonly (string | number)[];

/** A copy of an answer with another word in a place. */
function withWord(answer: Json, [key, ...rest]: Path, word: string): Json {
  if (key === undefined) return word;
  const copy = (typeof key === 'number' ? [...((answer ?? []) as Json[])] : { ...(answer as object) }) as Record<
    string | number,
    Json
  >;
  copy[key] = withWord(copy[key] as Json, rest, word);
  return copy;
}

const LENA = 'resources.lena.account';
const KARL = 'govern.permission.account';
const TOKEN = '41c6db017de6cab42c3d4a69e32b71ade602ebce83';
const lena = { address: '41b912f02ca531f73f8a38ff1da6f63beabe28a1e6' };
const karl = { address: '410c10833a65f9a1152ea72e4f0f8d6b5c56f99388' };
const toggle = { owner: karl.address, contract: '41a80e906371fe0df383410803e88da2f195423af8', data: '40a3d246' };
const { txID } = JSON.parse(recorded('transfer.by-id').answer) as { txID: string };

const RESOURCES = ['BANDWIDTH', 'ENERGY', 'TRON_POWER'];
const CODES = ['SUCESS', 'FAILED'];
const RESULTS = ['DEFAULT', 'SUCCESS', 'REVERT', 'OUT_OF_ENERGY', 'TRANSFER_FAILED', 'INVALID_CODE'];
const ENTRIES = ['Constructor', 'Function', 'Event', 'Fallback', 'Receive', 'Error'];
const STATES = ['PENDING', 'DISAPPROVED', 'APPROVED', 'CANCELED'];
const BROADCASTS = ['SIGERROR', 'BANDWITH_ERROR', 'DUP_TRANSACTION_ERROR', 'SERVER_BUSY', 'OTHER_ERROR'];

interface Enumeration {
  readonly of: string;
  /** The recording that has it, and its place there. */
  readonly id: string;
  readonly path: Path;
  readonly words: readonly string[];
  readonly read: (client: rpc.NodeClient) => Promise<unknown>;
  /** Recordings for the other paths that are asked for. */
  readonly others?: (path: string) => string;
}

const getAccount =
  ({ address }: { address: string }) =>
  (client: rpc.NodeClient) =>
    rpc.getAccount(client, { address });
const readInfo = (client: rpc.NodeClient) => rpc.getTransactionInfoById(client, { txID });
const readProposals = (client: rpc.NodeClient) => rpc.listProposals(client);
const readContract = (client: rpc.NodeClient) => rpc.getContract(client, { address: TOKEN });
const readBlock = (client: rpc.NodeClient) => getSignedBlock(client, { number: 93 });

/** Enumerations on which money or meaning depends. */
const checked: readonly Enumeration[] = [
  { of: 'an account', id: LENA, path: ['type'], words: ['Normal', 'AssetIssue', 'Contract'], read: getAccount(lena) },
  { of: 'a stake', id: LENA, path: ['frozenV2', 1, 'type'], words: RESOURCES, read: getAccount(lena) },
  { of: 'an unstaking', id: LENA, path: ['unfrozenV2', 0, 'type'], words: RESOURCES, read: getAccount(lena) },
  {
    of: 'an owner permission',
    id: KARL,
    path: ['owner_permission', 'type'],
    words: ['Owner'],
    read: getAccount(karl),
  },
  {
    of: 'an active permission',
    id: KARL,
    path: ['active_permission', 0, 'type'],
    words: ['Active'],
    read: getAccount(karl),
  },
  {
    of: 'a stake in a state of resources',
    id: LENA,
    path: ['frozenV2', 1, 'type'],
    words: RESOURCES,
    read: (client) => getResourceState(client, lena),
    others: (path) =>
      path.endsWith('resource')
        ? 'resources.lena.resource'
        : path.endsWith('parameters')
          ? 'chain.getchainparameters'
          : path.endsWith('bynum')
            ? 'chain.block-0'
            : 'chain.getnowblock',
  },
  {
    of: 'an entry of an ABI',
    id: 'energy.getcontract',
    path: ['abi', 'entrys', 0, 'type'],
    words: ENTRIES,
    read: readContract,
  },
  {
    of: 'the mutability of an entry',
    id: 'energy.getcontract',
    path: ['abi', 'entrys', 0, 'stateMutability'],
    words: ['Pure', 'View', 'Nonpayable', 'Payable'],
    read: readContract,
  },
  { of: 'a proposal', id: 'govern.proposals', path: ['proposals', 0, 'state'], words: STATES, read: readProposals },
  { of: 'an info', id: 'transfer.plain.info', path: ['result'], words: CODES, read: readInfo },
  { of: 'a receipt', id: 'transfer.plain.info', path: ['receipt', 'result'], words: RESULTS, read: readInfo },
  {
    of: 'a constant call',
    id: 'energy.call.toggle',
    path: ['transaction', 'ret', 0, 'ret'],
    words: CODES,
    read: (client) => rpc.triggerConstantContract(client, toggle),
  },
  {
    of: 'a transaction in a signed block',
    id: 'chain.getnowblock',
    path: ['transactions', 0, 'ret', 0, 'contractRet'],
    words: RESULTS,
    read: readBlock,
  },
  {
    of: 'a code in a signed block',
    id: 'chain.getnowblock',
    path: ['transactions', 0, 'ret', 0, 'ret'],
    words: CODES,
    read: readBlock,
  },
  {
    of: 'a broadcast',
    id: 'transfer.expired',
    path: ['code'],
    words: BROADCASTS,
    read: (client) => rpc.broadcastTransaction(client, recordedTransfer()),
  },
];

/** A client whose node has a word in the place of an enumeration. */
function clientWith({ id, path, others }: Enumeration, word: string): rpc.NodeClient {
  const { answer: text, path: asked } = recorded(id);
  const answer = withWord(JSON.parse(text) as Json, path, word);
  const last = asked.slice(asked.lastIndexOf('/'));
  const recordedPath = last === '/getnowblock' && others === undefined ? '/getblockbynum' : last;
  return clientWithAnswers(({ path: requested, body }) => {
    if (others !== undefined && !requested.endsWith(recordedPath)) return recordedResponse(others(requested));
    const isBroadcast = requested.endsWith('/broadcasttransaction');
    return Response.json(isBroadcast ? { ...(answer as object), txid: body['txID'] } : answer);
  }).client;
}

/** A word that is not one of these, such as one of them in other letters. */
const wrongWord = (words: readonly string[]) =>
  fc
    .oneof(
      fc.constantFrom('Weird', 'GAS', 'constructor', '__proto__', '0', ' '),
      fc.constantFrom(...words).map((word) => word.toLowerCase()),
      fc.constantFrom(...words).map((word) => `${word}_2`),
      fc.string({ minLength: 1 }),
    )
    .filter((word) => !words.includes(word));

describe.each(checked.map((row) => [row.of, row] as const))('the enumeration of %s', (of, row) => {
  const invalid = of === 'a broadcast' ? 'BROADCAST_OUTCOME_UNKNOWN' : 'RESPONSE_INVALID';

  test('accepts each of its words', async () => {
    for (const word of row.words) expect(await errorCodeOf(row.read(clientWith(row, word)))).not.toBe(invalid);
  });

  test('rejects any other word', () =>
    fc.assert(
      fc.asyncProperty(wrongWord(row.words), async (word) => {
        expect(await errorCodeOf(row.read(clientWith(row, word)))).toBe(invalid);
      }),
      { numRuns: 20 },
    ));
});

test('the key of a witness counts only in its witness permission', async () => {
  const types = ['Witness', 'Active'];
  const codes = types.map((type) => {
    const { client } = clientWithAnswers(({ path, body }) => {
      if (path.endsWith('/getaccount'))
        return Response.json({
          address: body['address'],
          witness_permission: { type, keys: [{ address: karl.address }] },
        });
      if (path.endsWith('/listwitnesses'))
        return Response.json({ witnesses: [{ address: lena.address, isJobs: true }] });
      return recordedResponse(`chain.${path.split('/')[2]}`);
    });
    return errorCodeOf(getWitnessCycle(client));
  });
  expect(await Promise.all(codes)).toEqual(['success', 'RESPONSE_INVALID']);
});

describe('a result of a newer node', () => {
  const NEW = 'OUT_OF_BLOBS';

  test('stays data beside FAILED', async () => {
    const info = { ...(JSON.parse(recorded('transfer.plain.info').answer) as object), result: 'FAILED' };
    const { client } = clientWithAnswers(Response.json({ ...info, receipt: { result: NEW } }));
    expect(await readInfo(client)).toMatchObject({ succeeded: false, result: NEW, reason: NEW });
  });

  test('stays data in a block, and no transfer is read from it', async () => {
    const answer = withWord(
      JSON.parse(recorded('chain.getnowblock').answer) as Json,
      ['transactions', 0, 'ret', 0, 'contractRet'],
      NEW,
    );
    const block = await rpc.getNowBlock(clientWithAnswers(Response.json(answer)).client);
    expect(block.transactions[0]?.result).toBe(NEW);
    expect(() => rpc.coinTransfers(block)).toThrow(expect.objectContaining({ code: 'RESPONSE_INVALID' }));
  });

  test('stays data as the type of a contract', async () => {
    const answer = withWord(
      JSON.parse(recorded('transfer.by-id').answer) as Json,
      ['raw_data', 'contract', 0, 'type'],
      'NewContract',
    );
    const { client } = clientWithAnswers(Response.json(answer));
    expect(await outcomeOf(rpc.getTransactionById(client, { txID }))).toMatchObject({ contractType: 'NewContract' });
  });
});
