import { createMockNode, serve } from '@coin/mock-node';
import { TronWeb } from 'tronweb';
import TronWeb4 from 'tronweb-4';
import { beforeEach, expect, test, vi } from 'vitest';
import token from '../fixtures/token.json' with { type: 'json' };
import { skipPauses } from './support/skip-pauses.ts';

beforeEach(skipPauses);
// The newest block of an idle node becomes solid after three seconds.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

/** A served node with a token whose owner has made transfers of 1, 2 and 3. */
async function openToken() {
  const node = createMockNode({ startTime: 'wall-clock' });
  const served = await serve(node, { tre: true });
  const [owner, receiver] = node.accounts;
  const tronWeb = new TronWeb({ fullHost: served.url, privateKey: owner.privateKey });
  const contract = await tronWeb.contract().new({
    abi: token.abi,
    bytecode: token.bytecode,
    feeLimit: 1_000_000_000,
    userFeePercentage: 100,
    originEnergyLimit: 10_000_000,
    parameters: [1_000_000],
  });
  const transfer = (amount: number): Promise<string> =>
    contract['transfer'](receiver.address, amount).send({ feeLimit: 100_000_000 });
  const ids = [await transfer(1), await transfer(2), await transfer(3)] as const;
  const address = tronWeb.address.fromHex(String(contract.address));
  const asEvm = (text: string): string => `0x${tronWeb.address.toHex(text).slice(2).toLowerCase()}`;
  return { node, tronWeb, ids, address, asEvm, owner, receiver, url: served.url, [Symbol.asyncDispose]: served.close };
}

test('the latest tronweb reads the events of a transaction', async () => {
  await using opened = await openToken();
  const { tronWeb, ids, address, asEvm, owner, receiver } = opened;
  const { data = [] } = await tronWeb.event.getEventsByTransactionID(ids[1]);
  const [from, to] = [asEvm(owner.address), asEvm(receiver.address)];
  expect(data).toEqual([
    {
      block_number: expect.any(Number),
      block_timestamp: expect.any(Number),
      caller_contract_address: address,
      contract_address: address,
      event_index: 0,
      event_name: 'Transfer',
      event: 'Transfer(address,address,uint256)',
      result: { 0: from, 1: to, 2: '2', from, to, value: '2' },
      result_type: { from: 'address', to: 'address', value: 'uint256' },
      transaction_id: ids[1],
    },
  ]);
  expect(await tronWeb.isConnected()).toMatchObject({ eventServer: true });
});

test('the latest tronweb reads the events of a contract in pages, newest first', async () => {
  await using opened = await openToken();
  const { tronWeb, address, node } = opened;
  const ask = (options: object) => tronWeb.event.getEventsByContractAddress(address, options);
  const values = ({ data = [] }: Awaited<ReturnType<typeof ask>>) => data.map(({ result }) => result['value']);
  const first = await ask({ limit: 2, eventName: 'Transfer' });
  expect(values(first)).toEqual(['3', '2']);
  const fingerprint = first.meta?.fingerprint;
  const second = await ask({ limit: 2, eventName: 'Transfer', fingerprint });
  expect([values(second)[0], second.meta?.fingerprint]).toEqual(['1', undefined]);
  expect(values(await ask({ orderBy: 'block_timestamp,asc', eventName: 'Transfer' })).slice(-3)).toEqual([
    '1',
    '2',
    '3',
  ]);
  expect(values(await ask({ blockNumber: first.data?.[1]?.block_number }))).toEqual(['2']);
  expect(values(await ask({ eventName: 'Approval' }))).toEqual([]);
  expect(values(await ask({ onlyUnconfirmed: true }))).toEqual(['3']);
  node.advanceTime(3000);
  expect(values(await ask({ onlyUnconfirmed: true }))).toEqual([]);
});

test('the latest tronweb reads the events of a block, by number and of the head', async () => {
  await using opened = await openToken();
  const { tronWeb, ids, node } = opened;
  const { data: [event] = [] } = await tronWeb.event.getEventsByTransactionID(ids[1]);
  const of = async (asked: Promise<{ readonly data?: readonly { readonly transaction_id: string }[] }>) =>
    (await asked).data?.map(({ transaction_id: id }) => id);
  expect(await of(tronWeb.event.getEventsByBlockNumber(event?.block_number ?? 0))).toEqual([ids[1]]);
  expect(await of(tronWeb.event.getEventsOfLatestBlock())).toEqual([ids[2]]);
  expect(await of(tronWeb.event.getEventsOfLatestBlock({ only_confirmed: true }))).toEqual([]);
  node.mine();
  expect(await of(tronWeb.event.getEventsOfLatestBlock())).toEqual([]);
  expect(await of(tronWeb.event.getEventsByBlockNumber(999))).toEqual([]);
});

test('tronweb 4 reads the events of a contract, by name and of a block', async () => {
  await using opened = await openToken();
  const { url, address, node } = opened;
  const tronWeb = new TronWeb4({ fullHost: url, privateKey: opened.owner.privateKey }) as unknown as {
    readonly getEventResult: (
      contract: string,
      options: object,
    ) => Promise<readonly { readonly block: number; readonly result: Readonly<Record<string, string>> }[]>;
  };
  const ask = (options: object = {}) => tronWeb.getEventResult(address, options);
  const values = async (options: object = {}) =>
    (await ask({ eventName: 'Transfer', ...options })).map(({ result }) => result['value']);
  expect((await values()).slice(0, 3)).toEqual(['3', '2', '1']);
  expect(await values({ size: 1 })).toEqual(['3']);
  expect((await values({ sort: 'block_timestamp' })).slice(-2)).toEqual(['2', '3']);
  const [, second] = await ask({ eventName: 'Transfer' });
  expect(await values({ blockNumber: second?.block })).toEqual(['2']);
  expect(await ask({ eventName: 'Approval' })).toEqual([]);
  const latest = async () => (await fetch(`${url}/event/contract/${address}/Transfer/latest`)).json();
  expect(await latest()).toMatchObject([{ result: { value: '3' } }]);
  node.mine();
  expect(await latest()).toEqual([]);
});

test('tronweb 4 reads the events of a transaction', async () => {
  await using opened = await openToken();
  const { url, ids, address } = opened;
  const tronWeb = new TronWeb4({ fullHost: url, privateKey: opened.owner.privateKey }) as unknown as {
    readonly getEventByTransactionID: (id: string) => Promise<unknown>;
  };
  expect(await tronWeb.getEventByTransactionID(ids[0])).toEqual([
    expect.objectContaining({ contract: address, name: 'Transfer', transaction: ids[0] }),
  ]);
});
