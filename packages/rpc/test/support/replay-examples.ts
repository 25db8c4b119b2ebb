// Puts the recorded node in place of the network, for the examples.
import { RECORDED_AT, recordedResponse, replayFetch } from './recordings.ts';

const replay = replayFetch();
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  if (!request.url.endsWith('/broadcasttransaction')) return replay(request);
  // Examples sign anew, so their bytes are not the recorded ones: the recorded acceptance, about theirs.
  const { txID } = JSON.parse(await request.text());
  const accepted = await recordedResponse('govern.shared.broadcast-two').json();
  return Response.json({ ...accepted, txid: txID });
};
Date.now = () => RECORDED_AT;
