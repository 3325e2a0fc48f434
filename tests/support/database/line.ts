import { once } from 'node:events';
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ConnectionConfig } from '#database/connect.ts';

type DatabaseSettings = ReturnType<typeof settingsAt>;

/** The settings of a server that reaches this database by its Unix socket. */
export function settingsFor({ host, database }: ConnectionConfig): DatabaseSettings {
  return settingsAt(encodeURIComponent(host!), database!);
}

function settingsAt(host: string, database: string) {
  const url = (user: string) => `postgres://${user}@${host}/${database}`;
  return { DATABASE_URL: url('izi_app'), WORKER_DATABASE_URL: url('izi_worker'), DATABASE_OWNER_URL: url('izi') };
}

/**
 * The network between an app and its database: forwards a port of this machine to the database's Unix socket, until it is
 * cut.
 */
export interface Line {
  /** The settings of a server that reaches this database over the line. */
  readonly settings: DatabaseSettings;
  /**
   * `reset`: every open connection and each new one is reset. `silent`: all bytes are lost and no end is reported, so
   * connections are half-open. A connection that was open then has lost bytes, and stays silent for good.
   */
  cut(how: 'reset' | 'silent'): void;
  restore(): void;
  close(): Promise<void>;
}

type State = 'whole' | 'reset' | 'silent';

interface Pair {
  readonly app: Socket;
  readonly database: Socket;
  silent: boolean;
}

export async function openLine({ host, database }: ConnectionConfig): Promise<Line> {
  const pairs = new Set<Pair>();
  let state: State = 'whole';

  const server = createServer((app) => {
    if (state === 'reset') return void app.on('error', () => {}).resetAndDestroy();
    const pair: Pair = { app, database: connectSocket(join(host!, '.s.PGSQL.5432')), silent: state === 'silent' };
    pairs.add(pair);
    carry(pair, pair.app, pair.database);
    carry(pair, pair.database, pair.app);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function carry(pair: Pair, from: Socket, to: Socket): void {
    from.setNoDelay();
    from.on('data', (bytes) => void (pair.silent || to.write(bytes)));
    from.on('error', () => {});
    from.on('close', () => {
      if (pair.silent) return;
      pairs.delete(pair);
      to.destroy();
    });
  }

  function reset(pair: Pair): void {
    pairs.delete(pair);
    pair.app.resetAndDestroy();
    pair.database.destroy();
  }

  const port = (server.address() as AddressInfo).port;
  return {
    settings: settingsAt(`127.0.0.1:${port}`, database!),
    cut(how) {
      state = how;
      for (const pair of pairs) {
        if (how === 'silent') pair.silent = true;
        else reset(pair);
      }
    },
    restore() {
      state = 'whole';
    },
    async close() {
      for (const pair of pairs) reset(pair);
      server.close();
      await once(server, 'close');
    },
  };
}
