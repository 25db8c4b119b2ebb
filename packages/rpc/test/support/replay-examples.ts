// Replaces the network by the recorded node, for the examples.
import { recordedResponse, recordingClock } from './recordings.ts';
import { replayFetch } from './replay-fetch.ts';

const replay = replayFetch();
const { now, answered } = recordingClock();
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  if (pathname !== '/wallet/broadcasttransaction') return answered(pathname, await replay(request));
  // Examples sign by themselves, so their bytes are not the recorded ones: a recorded acceptance, with the id of
  // theirs.
  const { txID } = JSON.parse(await request.text());
  const accepted = await recordedResponse('govern.shared.broadcast-two').json();
  return Response.json({ ...accepted, txid: txID });
};
Date.now = now;
