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
