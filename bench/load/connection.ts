import { connect, type Socket } from 'node:net';

const readBytes = 16 * 1_024;
/** At most as many as a server's queue of new connections (listen backlog) holds. */
export const openedAtOnce = 256;

/**
 * One address has some 28,000 ports for all its connections to one server. Only Linux has more than one loopback address.
 */
export function sourceOf(index: number): string | undefined {
  return process.platform === 'linux' ? `127.0.0.${2 + (index % 4)}` : undefined;
}

/**
 * A connection that reads into one reused buffer instead of a new one each time.
 *
 * @param localAddress the address to connect from; by default the system's choice
 */
export function openConnection(url: string, onBytes: (bytes: Buffer) => void, localAddress?: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    ...(localAddress !== undefined && { localAddress }),
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafeSlow(readBytes),
      callback(length, buffer) {
        onBytes((buffer as Buffer).subarray(0, length));
        return true;
      },
    },
  });
  // Nothing is ever left to read, but Node reports the end of a connection only to a stream that is read.
  return socket.resume();
}
