import { chmod, cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionConfig } from '#database/connect.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { makeFolder } from '#tests/support/temporary.ts';

export interface DatabasePair {
  /** Connects as the owner. */
  readonly primary: ConnectionConfig;
  /** Connects as the owner to the server that replays the primary's log. */
  readonly standby: ConnectionConfig;
  readonly stopStandby: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

const parameters = { fsync: 'off', shared_buffers: '32MB' };

/** A primary that is migrated, and its standby: two servers of the embedded PostgreSQL. */
export async function startPair(): Promise<DatabasePair> {
  const folder = await makeFolder('izi-pair-');
  // The standby reaches the primary's socket as PostgreSQL's own user.
  await chmod(folder, 0o711);
  const [one, other] = [join(folder, 'primary'), join(folder, 'standby')];
  const start = (dataDir: string, more: Record<string, string> = {}) =>
    startEmbedded({ dataDir, log: () => {}, parameters: { ...parameters, ...more } });
  const first = await start(one);
  await migrate(first.config);
  await first.stop();
  await cp(one, other, { recursive: true, preserveTimestamps: true });
  await writeFile(join(other, 'postgres', 'standby.signal'), '');

  const primary = await start(one);
  const standby = await start(other, { primary_conninfo: `host=${primary.config.host} user=${primary.config.user}` });
  return {
    primary: primary.config,
    standby: standby.config,
    stopStandby: standby.stop,
    async remove() {
      await Promise.all([standby.stop(), primary.stop()]);
      await rm(folder, { recursive: true });
    },
  };
}
