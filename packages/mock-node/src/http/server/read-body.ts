import { type IncomingMessage } from 'node:http';
import { decodeBody } from './decode-body.ts';
import { joinBytes } from './join-bytes.ts';

/** How long a client may go on sending a body that was refused. */
const LINGER_MS = 2_000;

/** Most bytes of the bodies together that a server is receiving. Decision: twice the largest body. */
const MAX_RECEIVING_BYTES = 256 * 1024 * 1024;

/** What becomes of a request's body. */
export interface BodyHandlers {
  /** Undefined as soon as the body is known to be larger than its limit. */
  readonly onBody: (body: string | undefined) => void;
  /** The server is receiving too many bodies at once. */
  readonly onBusy: () => void;
}

/** Reads the body of a request up to a limit of bytes. */
export type BodyReader = (incoming: IncomingMessage, limit: number, handlers: BodyHandlers) => void;

/**
 * Makes the reader of a server.
 *
 * Decision: what a client sends of a refused body is discarded for a while, because a connection that is closed while
 * the client writes takes the answer with it.
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
