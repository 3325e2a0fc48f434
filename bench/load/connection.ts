import { connect, type Socket } from 'node:net';

const readBytes = 16 * 1_024;

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
