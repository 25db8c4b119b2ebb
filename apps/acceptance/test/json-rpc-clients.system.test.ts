// Real time: the clients send requests over sockets, and poll for transactions and events.
import { createMockNode, serve } from '@coin/mock-node';
import { Contract, getAddress, JsonRpcProvider, type EventLog } from 'ethers';
import { TronWeb } from 'tronweb';
import { BaseError, createPublicClient, http, parseAbi, type Address, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import token from '../fixtures/token.json' with { type: 'json' };
import answers from '../fixtures/viem-answers.json' with { type: 'json' };
import { readRecordedChain } from '../src/recorded-chain.ts';
import { labInterface, recorded, tokenInterface, viemQuestions } from '../src/viem-questions.ts';
import { skipPauses } from './support/skip-pauses.ts';

// Clients of Ethereum from npm, on the chain on which a real node was asked the same.
const { network, blocks } = readRecordedChain('mainnet-jsonrpc-1');
const node = createMockNode({ network });
for (const { number, json } of blocks) if (number > 0) node.importBlock(json);
let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const server = await serve(node);
  url = `${server.url}/jsonrpc`;
  close = server.close;
});
afterAll(() => close());

/** What a client made of an answer: a value, or an error with the node's code and words. */
interface Outcome {
  readonly works: boolean;
  readonly value?: unknown;
  readonly error?: string;
  readonly code?: number;
  readonly details?: string;
}

const recordedOutcomes: Readonly<Record<string, Outcome>> = answers;
const recordedValue = (name: string): unknown => recordedOutcomes[name]?.value;

/** The answers were recorded on java-tron 4.8.0, whose logs have no `blockTimestamp`. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (key, member) => {
      if (key === 'blockTimestamp') return undefined;
      return typeof member === 'bigint' ? `${member}n` : member;
    }),
  );

/** The words of errors that java-tron 4.8.2 changed. */
const changedDetails: Readonly<Record<string, string>> = {
  'call without from, with a deployment': 'invalid address',
  'getBlock safe': 'TAG safe not supported',
};

/** An error with the one below it that has the node's code. */
function failure(error: unknown): Outcome {
  if (!(error instanceof BaseError)) throw error;
  const told = error.walk((inner) => 'code' in (inner as object)) as { code: number; details: string } | null;
  return { works: false, error: error.name, ...(told !== null && { code: told.code, details: told.details }) };
}

describe("viem's public client", () => {
  test('gets the same answers as from a real node', async () => {
    const client = createPublicClient({ transport: http(url, { retryCount: 0 }), cacheTime: 0 });
    const outcomes: Record<string, Outcome> = {};
    for (const [name, ask] of Object.entries(viemQuestions(client)))
      outcomes[name] = await ask().then((value) => ({ works: true, value: plain(value) }), failure);
    const expected = { ...recordedOutcomes };
    for (const [name, details] of Object.entries(changedDetails)) {
      const outcome = recordedOutcomes[name];
      if (outcome !== undefined) expected[name] = { ...outcome, details };
    }
    expect(outcomes).toEqual(expected);
  });
});

describe('the provider of ethers', () => {
  test('gets the same receipts, balances and logs, and the actual blocks', async () => {
    const provider = new JsonRpcProvider(url);
    const { number, hash } = recorded.blockWithLogs;
    const latest = recordedValue('getBlock number') as Readonly<Record<string, unknown>>;
    expect(`${(await provider.getNetwork()).chainId}`).toBe(String(recordedValue('getChainId')));
    expect(`${await provider.getBlockNumber()}n`).toBe(recordedValue('getBlockNumber'));
    // The node leaves the root of the state empty, which this client rejects, of a real node's block too.
    await expect(provider.getBlock(Number(number))).rejects.toThrow('invalid value for value.stateRoot');
    const block = await provider.send('eth_getBlockByHash', [hash, false]);
    expect(block).toMatchObject({ hash, transactions: latest['transactions'] });
    expect(`${await provider.getBalance(recorded.account)}n`).toBe(recordedValue('getBalance account'));
    expect(await provider.getStorage(recorded.token, 2)).toBe(recordedValue('getStorageAt'));
    const receipt = recordedValue('getTransactionReceipt deploy') as Readonly<Record<string, unknown>>;
    const found = await provider.getTransactionReceipt(String(receipt['transactionHash']));
    expect(found).toMatchObject({
      status: 1,
      blockHash: receipt['blockHash'],
      logs: [{ address: getAddress(recorded.token) }],
    });
    expect(found?.contractAddress).toBe(getAddress(recorded.token));
    expect(`${found?.gasUsed}n`).toBe(receipt['gasUsed']);
    const logs = await provider.getLogs({ fromBlock: 0, toBlock: Number(recorded.head), address: recorded.token });
    expect(logs.map(({ transactionHash, data }) => ({ transactionHash, data }))).toEqual(
      (recordedValue('getLogs of an address') as readonly Readonly<Record<string, unknown>>[]).map(
        ({ transactionHash, data }) => ({ transactionHash, data }),
      ),
    );
    provider.destroy();
  });

  test('calls contracts, estimates, decodes events and explains why a call fails', async () => {
    const provider = new JsonRpcProvider(url);
    const tokenContract = new Contract(recorded.token, tokenInterface, provider);
    const lab = new Contract(recorded.lab, labInterface, provider);
    const read = (contract: Contract, name: string, ...args: unknown[]) =>
      contract.getFunction(name).staticCall(...args);
    expect(await read(tokenContract, 'name')).toBe(recordedValue('readContract name'));
    expect(`${await read(tokenContract, 'balanceOf', recorded.tokenOwner)}n`).toBe(
      recordedValue('readContract balanceOf'),
    );
    const energy = await tokenContract
      .getFunction('transfer')
      .estimateGas(recorded.receiver, 1n, { from: recorded.tokenOwner });
    expect(`${energy}n`).toBe(recordedValue('estimateContractGas'));
    const events = await tokenContract.queryFilter('Transfer', 0, Number(recorded.head));
    expect(plain(events.map((event) => (event as EventLog).args.toObject()))).toEqual(
      (recordedValue('getContractEvents') as readonly { readonly args: unknown }[]).map(({ args }) => args),
    );
    await expect(read(lab, 'fail', 'because')).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      reason: 'because',
    });
    provider.destroy();
  });
});

test('both wait for transactions that TronWeb sends, and hear of their events', async () => {
  skipPauses();
  const live = createMockNode({ startTime: 'wall-clock' });
  await using server = await serve(live);
  const [owner, receiver] = live.accounts;
  const tronWeb = new TronWeb({ fullHost: server.url, privateKey: owner.privateKey });
  const deployed = await tronWeb.contract().new({
    abi: token.abi,
    bytecode: token.bytecode,
    feeLimit: 1_000_000_000,
    parameters: [1_000_000],
  });
  const address: Address = `0x${String(deployed.address).slice(2)}`;
  const client = createPublicClient({
    transport: http(`${server.url}/jsonrpc`),
    pollingInterval: 50,
    cacheTime: 0,
  });
  const events: unknown[] = [];
  const unwatch = client.watchContractEvent({
    address,
    abi: parseAbi(tokenInterface),
    eventName: 'Transfer',
    onLogs: (logs) => events.push(...logs.map(({ args }) => args.value)),
  });
  const soon = { timeout: 240_000 };
  const hasAsked = () => live.requests.entries.some(({ body }) => body.includes('eth_getFilterChanges'));
  await expect.poll(hasAsked, soon).toBe(true);
  const hash: Hex = `0x${await deployed['transfer'](receiver.address, 3).send({ feeLimit: 100_000_000 })}`;
  expect(await client.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success', to: address });
  await expect.poll(() => events, soon).toEqual([3n]);
  unwatch();
  const provider = new JsonRpcProvider(`${server.url}/jsonrpc`);
  expect(await provider.waitForTransaction(hash)).toMatchObject({ status: 1, hash });
  expect(await provider.getTransaction(hash)).toMatchObject({ hash, to: getAddress(address) });
  provider.destroy();
});
