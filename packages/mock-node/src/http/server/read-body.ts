import { type IncomingMessage } from 'node:http';
import { decodeBody } from './decode-body.ts';
import { joinBytes } from './join-bytes.ts';

/** The time for which a client may keep sending a rejected body. */
const LINGER_MS = 2_000;

/** Maximum total size of the bodies that a server is receiving: twice the largest body. */
const MAX_RECEIVING_BYTES = 256 * 1024 * 1024;

/** Handles the result of reading a body. */
export interface BodyHandlers {
  /** Called with undefined as soon as the body is known to exceed its limit. */
  readonly onBody: (body: string | undefined) => void;
  /** Called when the server is receiving too many bytes at the same time. */
  readonly onBusy: () => void;
}

/** Reads the body of a request, up to a limit in bytes. */
export type BodyReader = (incoming: IncomingMessage, limit: number, handlers: BodyHandlers) => void;

/**
 * Creates the body reader of a server.
 *
 * It discards the rest of a rejected body for a while. If the connection closed while the client is writing, the client
 * would lose the answer.
 */
export function createBodyReader(): BodyReader {
  let receiving = 0;
  return (incoming, limit, { onBody, onBusy }) => {
    const { 'content-length': announced, 'content-type': contentType } = incoming.headers;
    const chunks: Uint8Array[] = [];
    let size = 0;
    const release = (): void => {
      receiving -= size;
      size = 0;
      chunks.length = 0;
    };
    const refuse = (): void => {
      incoming.off('data', onData).off('end', onEnd).resume();
      release();
      const timer = setTimeout(() => incoming.socket.destroy(), LINGER_MS);
      incoming.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    };
    const onData = (chunk: Uint8Array): void => {
      size += chunk.length;
      receiving += chunk.length;
      chunks.push(chunk);
      if (size <= limit && receiving <= MAX_RECEIVING_BYTES) return;
      const isOversized = size > limit;
      refuse();
      if (isOversized) onBody(undefined);
      else onBusy();
    };
    const onEnd = (): void => {
      const [first, ...others] = chunks;
      const body = decodeBody(
        first !== undefined && others.length === 0 ? first : joinBytes(chunks, size),
        contentType,
      );
      release();
      onBody(body);
    };
    if (Number(announced) > limit) {
      refuse();
      onBody(undefined);
      return;
    }
    incoming.on('data', onData).on('end', onEnd).on('close', release);
  };
}
