import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import { readSchemaFiles, refuseStart } from '#database/schema-files.ts';
import { ConfigError, type Config } from './config.ts';
import type { Http } from './http/http.ts';
import { createMachineHttp } from './machines/serve-machines.ts';
import { refuseSite } from './start-checks.ts';

export interface MachineDeps {
  readonly config: Config;
  /** Connects as `izi_machine`. */
  readonly db: Database;
  /** For reports, whose statements may take half a minute; it connects as `izi_machine` too. */
  readonly reportDb: Database;
  readonly log: Logger;
  /** Validates every answer against the contract; for tests. */
  readonly checkAnswers?: boolean;
  /** See `HttpOptions`; for tests. */
  readonly quietBeforeCutMs?: number | undefined;
}

export interface Machine {
  readonly http: Http;
  /** Starts to serve, and resolves to the address. */
  listen(): Promise<string>;
  stop(): Promise<void>;
}

/** The API for programs with a key, with a login of its own: beside the site in a demonstration, else a process. Nothing listens yet. */
export async function createMachine({
  config,
  db,
  reportDb,
  log,
  checkAnswers = false,
  quietBeforeCutMs,
}: MachineDeps): Promise<Machine> {
  const refusal = (await refuseStart(db, await readSchemaFiles())) ?? (await refuseSite(db, config.mode));
  if (refusal !== null) throw new ConfigError(refusal);
  const http = createMachineHttp(
    { db, reportDb, mode: config.mode, timeZone: config.timetable.timeZone },
    { log, checkAnswers, quietBeforeCutMs, rateLimitScale: config.rateLimitScale, trustProxy: config.trustProxy },
  );
  return {
    http,
    async listen() {
      await http.listen({ host: config.machineHost, port: config.machinePort! });
      return `http://localhost:${(http.server.address() as AddressInfo).port}`;
    },
    stop: () => http.close(),
  };
}
