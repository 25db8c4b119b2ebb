import { RpcError } from '../../errors.ts';
import { type AnswerSource } from './check-answer.ts';

/** Reads a body to its end, or until it is larger than allowed: the rest is not fetched then. */
export async function readText(response: Response, source: AnswerSource, limitBytes: number): Promise<string> {
  const tooLarge = () => new RpcError('RESPONSE_TOO_LARGE', { path: source.path, limitBytes }, source);
  // Where a length is declared and the body is not compressed, HTTP itself enforces the length: no need to count.
  const { headers } = response;
  if (!headers.has('content-encoding') && Number(headers.get('content-length') ?? NaN) <= limitBytes)
    return response.text();
  const reader = (response.body as ReadableStream<Uint8Array> | null | undefined)?.getReader?.();
  if (reader === undefined) {
    // No body, or no streams: React Native, polyfills.
    const whole = await response.text();
    if (new TextEncoder().encode(whole).length > limitBytes) throw tooLarge();
    return whole;
  }
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > limitBytes) {
      void reader.cancel().catch(() => {});
      throw tooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}
