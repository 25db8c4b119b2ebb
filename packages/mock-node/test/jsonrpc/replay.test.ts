import { expect, test } from 'vitest';
import { createMockNode, type MockNode } from '../../src/index.ts';
import { JSON_RPC_CHAIN, readRecordedChain, type Probe } from '../support/recorded-chain.ts';

interface Reply {
  readonly status: number;
  readonly type: string | undefined;
  readonly answer: string;
}

function bodyOf({ raw, body }: Probe): string {
  if (raw === undefined) return JSON.stringify(body ?? {});
  return typeof raw === 'string' ? raw : raw[0] + raw[1].repeat(raw[2]) + raw[3];
}

async function ask(node: MockNode, probe: Probe, body: string): Promise<Reply> {
  const { path, method = 'POST', type = 'application/json' } = probe;
  const request = ['GET', 'HEAD'].includes(method) ? {} : { headers: { 'content-type': type }, body };
  const response = await node.fetch(`http://node${path}`, { method, ...request });
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? undefined,
    answer: await response.text(),
  };
}

type Json = Readonly<Record<string, unknown>>;

/** What a transaction that is built now has in common with the recorded one: its id and its time differ. */
function withoutTimes({ txID, raw_data_hex, contract_address, raw_data, ...transaction }: Json): Json {
  const { timestamp: _, ...raw } = raw_data as Json;
  const shapes = [txID, raw_data_hex, contract_address].map((text) => (text as string | undefined)?.length);
  return { ...transaction, shapes, raw_data: raw };
}

/** The text of an answer without what differs from run to run; most answers have nothing that does. */
function settled({ body }: Probe, text: string): unknown {
  if (text.startsWith('<html>')) return 'an error page';
  const method = body?.['method'];
  const answer = isObject(text) ? (JSON.parse(text) as Json) : {};
  const { result, error } = answer as { readonly result?: string | Json; readonly error?: Json };
  // The version of the machine's Java, and whether the node has peers.
  if (method === 'web3_clientVersion' || method === 'net_listening') return undefined;
  if ((method === 'eth_newFilter' || method === 'eth_newBlockFilter') && result !== undefined)
    return { ...answer, result: /^0x[0-9a-f]{32}$/.test(result as string) };
  // An address that is made of the id of the call.
  if (method === 'eth_call' && result !== undefined && JSON.stringify(body).includes('0x516517ab'))
    return { ...answer, result: (result as string).length };
  if (method === 'buildTransaction' && result !== undefined)
    return { ...answer, result: withoutTimes((result as Json)['transaction'] as Json) };
  // The words of Java's own exceptions.
  if (error?.['code'] === -32_001) return { ...answer, error: error['code'] };
  return parseOrText(text);
}

/** The order of members does not count. */
function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const isObject = (text: string): boolean => text.startsWith('{');

test(`JSON-RPC answers as a real node did on ${JSON_RPC_CHAIN}`, async () => {
  const { network, blocks, probes } = readRecordedChain(JSON_RPC_CHAIN);
  expect([...probes.values()].flat()).toHaveLength(1567);
  const node = createMockNode({ network });
  const filterIds = new Map<string, string>();
  for (const { number, text } of blocks) {
    if (number > 0) node.importBlock(text);
    for (const probe of (probes.get(number) ?? []).filter(({ response }) => response !== undefined)) {
      let body = bodyOf(probe);
      for (const [there, here] of filterIds) body = body.replaceAll(there, here);
      const { status, type, answer } = await ask(node, probe, body);
      const label = `head ${number}: ${probe.method ?? ''} ${probe.path} ${body.slice(0, 300)}`;
      expect({ status, type }, label).toEqual({ status: probe.response?.status, type: probe.response?.type });
      if (answer !== probe.answer) expect(settled(probe, answer), label).toEqual(settled(probe, probe.answer));
      const [there, here] = [probe.answer, answer].map((json) => /"result":"0x([0-9a-f]{32})"/.exec(json)?.[1]);
      if (/"eth_new(Block)?Filter"/.test(body) && there !== undefined && here !== undefined) filterIds.set(there, here);
    }
  }
});
