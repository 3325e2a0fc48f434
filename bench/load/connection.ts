import { connect, type Socket } from 'node:net';

const readBytes = 16 * 1_024;

/** A connection that reads into memory of its own instead of a new buffer each time. */
export function openConnection(url: string, onBytes: (bytes: Buffer) => void): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafeSlow(readBytes),
      callback(length, buffer) {
        onBytes((buffer as Buffer).subarray(0, length));
        return true;
      },
    },
  });
  // Nothing is ever there to be read, but the end of the connection is only told to who reads.
  return socket.resume();
}
