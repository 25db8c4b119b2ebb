import { type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';

/** The connections of a server, which determine how it closes. */
export interface Connections {
  /** Registers a request that this response will answer. */
  readonly begin: (socket: Socket, response: ServerResponse) => void;
  /** Marks the current response as one that never ends. */
  readonly leaveUnfinished: (socket: Socket) => void;
  /**
   * Stops listening, and resolves when every connection is closed. Finishes the current responses first, except those
   * that never end.
   */
  readonly close: () => Promise<void>;
}

export function trackConnections(server: Server): Connections {
  /** The last response of each connection; undefined if it has none that will end. */
  const responses = new Map<Socket, ServerResponse | undefined>();
  let closed: Promise<void> | undefined;
  server.on('connection', (socket) => {
    responses.set(socket, undefined);
    socket.on('close', () => responses.delete(socket));
  });
  const endAfter = (response: ServerResponse, socket: Socket): void => void response.on('finish', () => socket.end());
  return {
    begin(socket, response) {
      responses.set(socket, response);
      if (closed !== undefined) endAfter(response, socket);
    },
    leaveUnfinished: (socket) => void responses.set(socket, undefined),
    close() {
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
        for (const [socket, response] of responses) {
          if (response === undefined || response.writableFinished) socket.destroy();
          else endAfter(response, socket);
        }
      });
      return closed;
    },
  };
}
