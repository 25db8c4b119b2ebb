// Which events a filter accepts, and what is read for a range of blocks.
import { type AbiEntry } from '@coin/rpc';
import { getContractEvents, parseAbi } from '@coin/rpc/abi';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventReader } from '../../src/abi-calls/event-filter.ts';
import { abiSignature } from '../../src/abi/abi-entries.ts';
import { topicParameter } from '../../src/abi/decode-logs.ts';
import { signatureHash } from '../../src/abi/function-selector.ts';
import { encodedByViem, parameters, valueOf } from '../support/abi-values.ts';
import { clientWithAnswers, jsonResponse } from '../support/client-with-answers.ts';

const ADDRESS = 'TU6f9qGifVvKMTFHJSnTwijatVDFRbhr3V';
const other = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';

/** Parameters of an event, the values of two of its logs, and the parameter that a filter is about. */
const drawnEvent = parameters
  .filter((list) => list.length > 0)
  .chain((list) => {
    const flags = fc.array(fc.boolean(), { minLength: list.length, maxLength: list.length });
    return flags.chain((indexed) => {
      const inputs = list.map((parameter, i) => ({ ...parameter, name: `p${i}`, indexed: indexed[i] === true }));
      /** A parameter as its values are in a decoded log: only the hash, if it is indexed and does not fit a topic. */
      const shown = inputs.map((input) => (input.indexed ? topicParameter(input) : input));
      const values = fc.tuple(...shown.map(valueOf));
      return fc.record({
        inputs: fc.constant(inputs),
        shown: fc.constant(shown),
        logs: fc.tuple(values, values),
        place: fc.nat(list.length - 1),
      });
    });
  });

/** Reads the events in one log of a contract. */
function read(event: AbiEntry, log: { topics: string[]; data: string; address?: string }, args: object) {
  const readEvents = eventReader({ abi: [event], address: ADDRESS, args });
  const info = { txID: 'ab'.repeat(32), blockNumber: 1, blockTime: 3000, logs: [{ address: ADDRESS, ...log }] };
  return readEvents({ blockID: '00'.repeat(32) }, [info as never]);
}

test('a filter accepts an event by each of its values, indexed or not, and in a list of them', () =>
  fc.assert(
    fc.property(drawnEvent, ({ inputs, shown, logs: [own, foreign], place }) => {
      const event = { type: 'event', name: 'Drawn', inputs } as AbiEntry;
      const wordsOf = (i: number, values: readonly unknown[]) => encodedByViem(shown.slice(i, i + 1), [values[i]]);
      const log = {
        topics: [
          signatureHash(abiSignature(event)),
          ...inputs.flatMap(({ indexed }, i) => (indexed ? [wordsOf(i, own)] : [])),
        ],
        data: encodedByViem(
          inputs.filter(({ indexed }) => !indexed),
          own.filter((_, i) => inputs[i]?.indexed === false),
        ),
      };
      const found = (value: unknown) => read(event, log, { [`p${place}`]: value }).length;
      const isSame = wordsOf(place, own) === wordsOf(place, foreign);
      expect([found(own[place]), found(foreign[place]), found(undefined)]).toEqual([1, isSame ? 1 : 0, 1]);
      // A list of values is one value of a parameter that is a list itself.
      if (!/^tuple|\[/.test(shown[place]?.type ?? '')) {
        expect([found([foreign[place], own[place]]), found([foreign[place]]), found([])]).toEqual([
          1,
          isSame ? 1 : 0,
          0,
        ]);
      }
      expect(read(event, { ...log, address: other }, {})).toEqual([]);
      expect(read(event, { ...log, topics: ['00'.repeat(32), ...log.topics.slice(1)] }, {})).toEqual([]);
    }),
  ));

test('a filter rejects a parameter that no event has, and lists all of them once', () => {
  const abi = parseAbi(['event A(uint256 indexed id, bool)', 'event B(uint256 id, address to)', 'error C(bool no)']);
  const filter = (given: object) => () => eventReader({ abi, address: ADDRESS, ...given });
  expect(filter({ args: { no: true } })).toThrow('it must be one of the parameters id, , to.');
  expect(filter({ eventName: 'A', args: { to: other } })).toThrow('it must be one of the parameters id, .');
  expect(filter({ eventName: 'C' })).toThrow('it must be an event of the ABI');
  expect(filter({ eventName: 'B', args: { to: other } })).not.toThrow();
  expect(filter({ abi: parseAbi(['error C(bool no)']) })).not.toThrow();
});

const abi = parseAbi(['event Paid(uint256 amount)']);
const hex = (value: number, digits = 64) => value.toString(16).padStart(digits, '0');
const idOf = (number: number, fork: string) => hex(number, 16) + fork.repeat(48);

/** The chain that a node has while it answers a request, whose blocks pay their number in the transactions that call. */
interface Fork {
  /** One hex digit. */
  readonly fork: string;
  readonly newest: number;
  /** The types of a block's transactions. */
  readonly types: (number: number) => readonly string[];
}

/** A client of a node whose chain may change before a request, and what it asked for: ranges and numbers of blocks. */
function clientOf(forkAt: (request: number) => Fork) {
  const asked: (number | string)[] = [];
  const blockOf = ({ fork, types }: Fork, number: number) => ({
    blockID: idOf(number, fork),
    block_header: { raw_data: { number, timestamp: number * 3000, parentHash: idOf(number - 1, fork) } },
    transactions: types(number).map((type, i) => ({
      txID: hex(number * 16 + i),
      raw_data: { contract: [{ type }] },
    })),
  });
  const { client } = clientWithAnswers(({ path, body }) => {
    const { startNum = 0, endNum = 0, num = 0 } = body as Record<string, number>;
    const chain = forkAt(asked.length);
    const numbers = Array.from(
      { length: Math.max(0, Math.min(endNum, chain.newest + 1) - startNum) },
      (_, i) => startNum + i,
    );
    if (path.endsWith('/getblockbylimitnext')) {
      asked.push(`${startNum}-${endNum - 1}`);
      return jsonResponse(JSON.stringify({ block: numbers.map((number) => blockOf(chain, number)) }));
    }
    if (path.endsWith('/getnowblock')) {
      asked.push('newest');
      return jsonResponse(JSON.stringify(blockOf(chain, chain.newest)));
    }
    asked.push(num);
    const infos = chain.types(num).map((type, i) => ({
      id: hex(num * 16 + i),
      blockNumber: num,
      blockTimeStamp: num * 3000,
      receipt: {},
      ...(type === 'TriggerSmartContract' && {
        log: [
          {
            address: 'c7175cc45195e2fa2f7c51c2aefe3bdbdf83b2d0',
            topics: [signatureHash('Paid(uint256)')],
            data: hex(num),
          },
        ],
      }),
    }));
    return jsonResponse(JSON.stringify(infos));
  });
  return { client, asked };
}

const address = '41c7175cc45195e2fa2f7c51c2aefe3bdbdf83b2d0';
/** The amounts and forks of the events in a range. */
const eventsOf = async (
  client: ReturnType<typeof clientOf>['client'],
  range: { fromBlock: number; toBlock?: number },
) =>
  (await getContractEvents(client, { abi, address, ...range })).map(
    ({ args, blockID }) => `${args.amount} ${blockID.at(-1)}`,
  );

const typeOf = fc.constantFrom(
  'TransferContract',
  'TriggerSmartContract',
  'CreateSmartContract',
  'VoteWitnessContract',
);

test('reads the infos of blocks that run code, and of no others', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.array(typeOf, { maxLength: 3 }), { minLength: 1, maxLength: 6 }), async (list) => {
      const { client, asked } = clientOf(() => ({
        fork: 'a',
        newest: list.length,
        types: (number) => list[number - 1] ?? [],
      }));
      const calls = list.flatMap((types, i) =>
        types.filter((type) => type === 'TriggerSmartContract').map(() => `${i + 1} a`),
      );
      expect(await eventsOf(client, { fromBlock: 1 })).toEqual(calls);
      const running = list.flatMap((types, i) => (types.some((type) => /Smart/.test(type)) ? [i + 1] : []));
      expect(asked).toEqual(['newest', `1-${list.length}`, ...running]);
    }),
  ));

const paying = (numbers: readonly number[]) => (number: number) =>
  numbers.includes(number) ? ['TriggerSmartContract'] : [];

test('a fork between two batches is read from the first batch that it replaced', async () => {
  const types = paying([100, 150, 205]);
  const before = { fork: 'a', newest: 300, types };
  const after = { ...before, fork: 'b' };
  // Requests 0 to 3 read both batches of the first fork.
  const { client, asked } = clientOf((request) => (request < 4 ? before : after));
  expect(await eventsOf(client, { fromBlock: 1, toBlock: 300 })).toEqual(['100 b', '150 b', '205 b']);
  expect(asked).toEqual([
    '1-100',
    100,
    '101-200',
    150,
    '201-300',
    '101-200',
    '1-100',
    100,
    '101-200',
    150,
    '201-300',
    205,
  ]);
});

test('a chain that changes before every batch is an error after the fifth fork', async () => {
  const forks = 'abcdef0123456789';
  const { client, asked } = clientOf((request) => ({ fork: forks[request] ?? '', newest: 300, types: () => [] }));
  await expect(eventsOf(client, { fromBlock: 1, toBlock: 200 })).rejects.toMatchObject({
    code: 'RESPONSE_INVALID',
    retryable: true,
    context: { path: 'block 101', field: 'blockID', reason: 'of another fork' },
  });
  expect(asked).toEqual(Array.from({ length: 6 }, () => ['1-100', '101-200']).flat());
});

test.each<[string, string, Error | Response]>([
  ['is down', 'NETWORK_FAILED', new Error('refused')],
  ['answers in another form', 'RESPONSE_INVALID', jsonResponse('[]')],
])('a node that %s is not asked again', async (_, code, answer) => {
  const { client, requests } = clientWithAnswers(answer);
  await expect(eventsOf(client, { fromBlock: 1, toBlock: 2 })).rejects.toMatchObject({ code });
  expect(requests).toHaveLength(1);
});

test('a range of one block is read, and one after the newest block is empty', async () => {
  const node = () => clientOf(() => ({ fork: 'a', newest: 9, types: paying([9]) }));
  expect(await eventsOf(node().client, { fromBlock: 9 })).toEqual(['9 a']);
  expect(await eventsOf(node().client, { fromBlock: 9, toBlock: 9 })).toEqual(['9 a']);
  expect(await eventsOf(node().client, { fromBlock: 8, toBlock: 300 })).toEqual(['9 a']);
  const full = clientOf(() => ({ fork: 'a', newest: 100, types: paying([100]) }));
  expect(await eventsOf(full.client, { fromBlock: 1, toBlock: 300 })).toEqual(['100 a']);
  const { client, asked } = node();
  expect(await eventsOf(client, { fromBlock: 10 })).toEqual([]);
  expect(asked).toEqual(['newest']);
});

test('blocks that are absent, although the newest is later, are an error that names the first', async () => {
  const { client } = clientOf((request) => ({ fork: 'a', newest: request === 0 ? 250 : 130, types: () => [] }));
  await expect(eventsOf(client, { fromBlock: 1 })).rejects.toMatchObject({
    code: 'RESPONSE_INVALID',
    context: { path: 'block 131', reason: 'absent, although the newest is 250' },
  });
});
