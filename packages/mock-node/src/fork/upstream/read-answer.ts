/** A hundred full blocks in JSON fit, and a hostile answer cannot exhaust the memory. */
const MAX_BYTES = 32 * 1024 * 1024;

/** An answer that is not read to its end. */
export class AnswerTooLargeError extends Error {
  constructor() {
    super(`its answer is larger than ${MAX_BYTES} bytes`);
  }
}

/** Reads the whole body, within the time of the attempt. A connection that breaks meanwhile is a failed attempt. */
export async function readAnswer(response: Response): Promise<Response> {
  if (response.body === null) return response;
  const text = await new Response(response.body.pipeThrough(limitSize())).text();
  const { ok, status, headers } = response;
  // The best-known provider says in words how long it wants clients to wait.
  const [, seconds] = /suspended for (\d+) ?s/.exec(text) ?? [];
  const retryAfter = headers.get('retry-after') ?? seconds;
  const isBusy = !ok && retryAfter !== undefined;
  return new Response(text, { status, ...(isBusy && { headers: { 'retry-after': retryAfter } }) });
}

function limitSize(): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk: Uint8Array, controller) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new AnswerTooLargeError();
      controller.enqueue(chunk);
    },
  });
}
