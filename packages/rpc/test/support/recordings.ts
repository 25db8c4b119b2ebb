// Answers of a node of version 4.8.0, recorded with their requests; fixtures/recordings.json contains them verbatim.
import file from '../fixtures/recordings.json' with { type: 'json' };

export interface Recorded {
  method: string;
  path: string;
  body?: string;
  status: number;
  type: string;
  answer: string;
}

export const recordings: Readonly<Record<string, Recorded>> = file;

export function recorded(id: string): Recorded {
  const found = recordings[id];
  if (found === undefined) throw new Error(`there is no recording ${id}`);
  return found;
}

export const recordedResponse = (id: string): Response => {
  const { status, type, answer } = recorded(id);
  return new Response(answer, { status, headers: { 'content-type': type } });
};

/** A time within the recordings, in milliseconds since 1970: their transactions have not expired. */
export const RECORDED_AT = 1_795_231_232_000;

/** When the transaction `build.visible` was built. */
export const BUILT_AT: number = JSON.parse(recorded('build.visible').answer).raw_data.timestamp;

/** Before the first recording. */
const STARTED_AT = RECORDED_AT - 60_000;

/** A clock by which each transaction is answered when it was built, and all else happens before the recordings. */
export function recordingClock() {
  let now = STARTED_AT;
  return {
    now: () => now,
    /** Sets the clock while the answer to a request for a transaction is read. */
    answered: async (path: string, response: Response): Promise<Response> => {
      if (path.startsWith('/wallet/get')) return response;
      const text = await response.text();
      const { 1: timestamp = STARTED_AT } = /"ref_block_bytes"[^{}]*"timestamp": ?(\d+)/.exec(text) ?? [];
      const pull = (controller: ReadableStreamDefaultController): void => {
        now = Number(timestamp);
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
        setImmediate(() => (now = STARTED_AT));
      };
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), response);
    },
  };
}
