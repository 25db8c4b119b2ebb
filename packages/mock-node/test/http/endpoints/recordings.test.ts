import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createMockNode, type NetworkDescription } from '../../../src/index.ts';
import { differences } from '../../support/recording-comparison.ts';
import { readRecording, type Exchange, type RecordingName } from '../../support/recordings.ts';
import { replay, type Reply } from '../../support/replay-recording.ts';

// The head of an idle node becomes solid after three seconds of the machine's clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

function createAsk(
  network: NetworkDescription,
  startTime: number,
): (exchange: Exchange, body: string | undefined) => Promise<Reply> {
  const node = createMockNode({ network, startTime });
  return async ({ method, path, contentType }, body) => {
    const answer = await node.fetch(`http://node${path}`, {
      method,
      ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
      ...(body !== undefined && method !== 'GET' && { body }),
    });
    return { status: answer.status, answerType: answer.headers.get('content-type'), answer: await answer.text() };
  };
}

/** The exchanges of a recording that the node answers in another way. */
async function differencesOf(name: RecordingName, startTime: number): Promise<{ count: number; different: string[] }> {
  const recording = readRecording(name);
  const { answered, names } = await replay(recording, createAsk(recording.network, startTime));
  const different = answered.flatMap(({ exchange, reply }) => {
    const found = differences(exchange, reply, names);
    return found.length === 0 ? [] : [`${exchange.id}: ${found.slice(0, 3).join('; ').slice(0, 400)}`];
  });
  return { count: answered.length, different };
}

describe('java-tron 4.8.2', () => {
  test.each([
    ['mainnet-482', 641, 1_795_868_640_000],
    ['mainnet-482-off', 641, 1_795_870_190_000],
    ['private-482', 638, 1_795_870_190_000],
  ] as const)('answered every recorded request of %s as this node does', async (name, count, startTime) => {
    const found = await differencesOf(name, startTime);
    // The second block of the recorded node already has the first transfer.
    const different = found.different.filter((line) => name !== 'mainnet-482' || !line.startsWith('chain.by-limit: '));
    expect({ ...found, different }).toEqual({ count, different: [] });
  });
});

/** Answers of java-tron 4.8.0 that 4.8.2 changed, by what it changed. */
const changed = {
  'the words for bad JSON': [
    'build.not-json',
    'build.truncated',
    'build.array',
    'build.form',
    'account.not-json',
    'energy.triggerconstantcontract.not-json',
    'energy.estimateenergy.not-json',
  ],
  'the error for an invalid base58check address': [
    'build.to-bad-checksum',
    'build.to-bad-character',
    'build.to-hex-when-visible',
    'account.bad-checksum',
    'account.hex-when-visible',
    'account.empty-address',
    'energy.triggerconstantcontract.bad-address-visible',
    'energy.estimateenergy.bad-address-visible',
  ],
  'the parameters of proposals 92 and 94 to 98': ['chain.getchainparameters'],
  'the answer to a body that is too large': ['chain.large-body'],
};

describe('java-tron 4.8.0', () => {
  test.each([
    ['mainnet', 632],
    ['private', 629],
  ] as const)('answered all but the changed requests of %s as this node does', async (name, count) => {
    const found = await differencesOf(name, 1_795_231_160_000);
    const different = found.different.map((line) => line.slice(0, line.indexOf(': '))).toSorted();
    expect({ count: found.count, different }).toEqual({ count, different: Object.values(changed).flat().toSorted() });
  });

  test.each(['noestimate', 'noconstant'] as const)('answered every request of %s as this node does', async (name) => {
    expect(await differencesOf(name, 1_795_231_160_000)).toEqual({ count: 9, different: [] });
  });
});
