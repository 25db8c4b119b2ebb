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
  const activities = new Map<Socket, 'idle' | 'busy' | 'unfinished'>();
  let closed: Promise<void> | undefined;
  server.on('connection', (socket) => {
    activities.set(socket, 'idle');
    socket.on('close', () => activities.delete(socket));
  });
  return {
    begin(socket, response) {
      activities.set(socket, 'busy');
      response.on('finish', () => {
        if (closed === undefined) activities.set(socket, 'idle');
        else socket.end();
      });
    },
    leaveUnfinished: (socket) => void activities.set(socket, 'unfinished'),
    close() {
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
        for (const [socket, activity] of activities) if (activity !== 'busy') socket.destroy();
      });
      return closed;
    },
  };
}
