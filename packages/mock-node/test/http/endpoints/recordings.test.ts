import { beforeEach, expect, test, vi } from 'vitest';
import { createMockNode, type NetworkDescription } from '../../../src/index.ts';
import { differences } from '../../support/recording-comparison.ts';
import { readRecording, type Exchange, type RecordingName } from '../../support/recordings.ts';
import { replay, type Reply } from '../../support/replay-recording.ts';

// The head of an idle node becomes solid after three seconds of the machine's clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

function createAsk(network: NetworkDescription): (exchange: Exchange, body: string | undefined) => Promise<Reply> {
  const node = createMockNode({ network, startTime: 1_795_231_160_000 });
  return async ({ method, path, contentType }, body) => {
    const answer = await node.fetch(`http://node${path}`, {
      method,
      ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
      ...(body !== undefined && method !== 'GET' && { body }),
    });
    return { status: answer.status, answerType: answer.headers.get('content-type'), answer: await answer.text() };
  };
}

test.each([
  ['mainnet', 632],
  ['private', 629],
  ['noestimate', 9],
  ['noconstant', 9],
] as const)(
  'answers every recorded request of the network %s as the recorded node did',
  async (name: RecordingName, count) => {
    const recording = readRecording(name);
    const { answered, names } = await replay(recording, createAsk(recording.network));
    expect(answered).toHaveLength(count);
    const different = answered.flatMap(({ exchange, reply }) => {
      const found = differences(exchange, reply, names);
      return found.length === 0 ? [] : [`${exchange.id}: ${found.slice(0, 3).join('; ').slice(0, 400)}`];
    });
    expect(different).toEqual([]);
  },
);
