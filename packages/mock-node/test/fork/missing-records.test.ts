import { scaled } from '@coin/test-kit/scaled';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ForkedNode } from '../../src/fork/index.ts';
import { type MockNode } from '../../src/index.ts';
import { addressOf, type StepKind, type Walk } from '../support/actions.ts';
import { answerOf, everyRequest, type Asked } from '../support/every-request.ts';
import { everyRpcRequest } from '../support/every-rpc-request.ts';
import { saysUnknown } from '../support/fork-reads.ts';
import { forbidden, forkOf, upstreamOf } from '../support/fork-upstream.ts';
import { createWalkNode, startWalk, takeStep } from '../support/walk.ts';

/** What tells of each kind of record. */
const sources = {
  accounts: ['getaccount'],
  contracts: ['getcontractinfo'],
  storage: ['eth_getStorageAt'],
  delegations: ['getdelegatedresourcev2'],
  'lists of delegations': ['getdelegatedresourceaccountindexv2'],
  rewards: ['getReward'],
  brokerages: ['getBrokerage'],
  tokens: ['getassetissuebyid'],
  'ids of accounts': ['getaccountbyid'],
  blocks: ['getblockbynum', 'gettransactioninfobyblocknum'],
  exchanges: ['listexchanges'],
  transactions: ['gettransactioninfobyid'],
} as const;

const kinds: readonly StepKind[] = [
  ...(['freeze', 'freeze', 'freeze', 'issue-token', 'deploy', 'deploy-purse', 'deploy', 'vote', 'delegate'] as const),
  ...(['delegate', 'delegate-locked', 'unfreeze', 'become-witness', 'brokerage', 'propose', 'buy-token'] as const),
  ...(['send-token', 'next-cycle', 'next-cycle', 'vote', 'create-exchange', 'sell-on-market', 'propose'] as const),
  ...(['transfer-to-new-account', 'call', 'call', 'call-with-tokens', 'deploy'] as const),
];

/** A network on which there is something of everything. */
async function walkOnEverything(): Promise<Walk> {
  const walk = startWalk(createWalkNode({ preset: 'private', witnesses: 3 }));
  for (const [choice, kind] of kinds.entries())
    for (const sender of [0, 1])
      await takeStep(walk, { kind, sender, receiver: 1 - sender, amount: 40 + choice, choice });
  for (const sender of [0, 1, 2]) walk.node.impersonate(addressOf(walk, sender));
  return walk;
}

/** A fork with the same accounts to act for, and a snapshot of it. */
async function forkWithout(walk: Walk, unreadable: readonly string[] = []): Promise<[ForkedNode, string]> {
  let isReady = false;
  const { fetch } = upstreamOf(walk.node, (path, body) => {
    const asked = path === '/jsonrpc' ? (JSON.parse(body) as { readonly method: string }).method : path;
    const isLost = isReady && unreadable.some((name) => asked.endsWith(name));
    return isLost ? forbidden() : undefined;
  });
  const fork = await forkOf(walk.node, { fetch });
  for (const sender of [0, 1, 2]) await fork.impersonate(addressOf(walk, sender));
  const snapshot = await fork.snapshot();
  isReady = true;
  return [fork, snapshot];
}

const IS_LONG = scaled(1) > 1;

const shown = ({ path, method, body }: Asked): string => `${method} ${path} ${JSON.stringify(body).slice(0, 300)}`;

describe('a fork whose network does not provide one kind of record', () => {
  let walk: Walk;
  let requests: readonly Asked[];
  /** What a fork answers whose network tells everything. */
  const expected = new Map<Asked, string>();

  beforeAll(async () => {
    walk = await walkOnEverything();
    const asked = await telling(walk.node, [...(await everyRequest(walk)), ...(await everyRpcRequest(walk))]);
    requests = [...asked, ...(await sending(walk.node, asked))];
    const [fork, snapshot] = await forkWithout(walk);
    for (const request of requests) {
      const answer = await answerOf(fork, request);
      expected.set(request, answer.text);
      await fork.revert(snapshot);
    }
  });

  test.each(Object.entries(sources))('names it in every error: %s', async (_, endpoints) => {
    const [fork, snapshot] = await forkWithout(walk, endpoints);
    let failures = 0;
    for (const request of requests) {
      const { status, text } = await answerOf(fork, request);
      await fork.revert(snapshot);
      if (text === expected.get(request)) continue;
      expect(text, shown(request)).toMatch(/Cannot read .* from live\.example: it answers with status 403\./);
      expect(status).toBe(request.path === '/jsonrpc' ? 200 : 500);
      failures += 1;
    }
    expect(failures).toBeGreaterThan(0);
  });

  test('answers as the network does, or reports what it cannot know', async () => {
    const snapshot = walk.node.snapshot();
    for (const request of requests) {
      const { text } = await answerOf(walk.node, request);
      walk.node.revert(snapshot);
      const answer = expected.get(request) ?? '';
      if (isOwn(request) || saysUnknown(answer)) continue;
      expect(withoutReference(answer), shown(request)).toBe(withoutReference(text));
    }
  });
});

/**
 * What is a node's own: its solid port, how many filters it has had, its witness, the votes cast since the last
 * maintenance, and the id of a call, of which the address of a contract is made that the call creates.
 */
const isOwn = ({ path, body }: Asked): boolean =>
  path.startsWith('/walletsolidity/') ||
  path.endsWith('/getpaginatednowwitnesslist') ||
  /"method":"eth_(\w*Filter|coinbase|mining)"|0x516517ab/.test(JSON.stringify(body));

/** A transaction that a fork builds refers to the block that the fork began with, and to none before. */
const withoutReference = (text: string): string =>
  text.replaceAll(/"(txID|raw_data_hex|ref_block_\w+|contract_address|blockID|finalized)": ?"\w*"/g, '');

/** What is asked about the transactions that requests have built, and of each type one broadcast. */
async function sending(node: MockNode, requests: readonly Asked[]): Promise<readonly Asked[]> {
  const snapshot = node.snapshot();
  const built = new Map<string, object>();
  for (const request of requests) {
    const { text } = await answerOf(node, request);
    node.revert(snapshot);
    const answer = text.includes('"raw_data_hex"') ? JSON.parse(text) : {};
    const transaction = answer.transaction ?? answer;
    if (transaction.signature === undefined && transaction.raw_data !== undefined)
      built.set(transaction.raw_data.contract[0].type, transaction);
  }
  expect(built.size).toBeGreaterThan(20);
  return [...built.values()].flatMap((body) =>
    ['broadcasttransaction', 'getsignweight', 'getapprovedlist'].map((name): Asked => ({
      path: `/wallet/${name}`,
      method: 'POST',
      body: body as Asked['body'],
    })),
  );
}

/** Of each path and method, a few requests with different answers; in a long run all of both ports. */
async function telling(node: MockNode, requests: readonly Asked[]): Promise<readonly Asked[]> {
  if (IS_LONG) return requests;
  const snapshot = node.snapshot();
  const chosen: Asked[] = [];
  const onHead = requests.filter(({ path }) => !path.startsWith('/walletsolidity/'));
  for (const alike of Map.groupBy(onHead, ({ path, body }) => `${path} ${String(body['method'])}`).values()) {
    const answers = new Map<string, Asked>();
    for (const request of alike.slice(0, 12)) {
      const { text } = await answerOf(node, request);
      node.revert(snapshot);
      if (answers.size < 2) answers.set(text, request);
    }
    chosen.push(...answers.values());
  }
  return chosen;
}
