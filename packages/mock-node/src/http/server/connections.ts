import { type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';

/** The connections of a server, which decide how it closes. */
export interface Connections {
  /** A request arrived that this response will answer. */
  readonly begin: (socket: Socket, response: ServerResponse) => void;
  /** The response under way will never end. */
  readonly leaveUnfinished: (socket: Socket) => void;
  /**
   * Stops listening and resolves when every connection is closed. Responses under way are finished first, except those
   * that would never end.
   */
  readonly close: () => Promise<void>;
}

export function trackConnections(server: Server): Connections {
  /** The last response of each connection; undefined where there is none, or none that would end. */
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
