import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import { readSchemaFiles, refuseStart } from '#database/schema-files.ts';
import { quicknet } from '#domain/fair-draw/beacon.ts';
import { ConfigError, type Config } from './config.ts';
import type { Http } from './http/http.ts';
import { startBackground, type Background } from './background/background.ts';
import { readCommonPasswords } from './identity/passwords/common-passwords.ts';
import { createSecurityLog } from './identity/security-log/security-log.ts';
import { refuseAppKeys } from './operator/access/app-secrets.ts';
import { createOperatorHttp } from './operator/serve-operators.ts';
import { createAbout } from './operator-work/about.ts';
import { createSoftwareKeeping } from './operator-work/keep-software.ts';

export interface ConsoleDeps {
  readonly config: Config;
  /** Connects as `izi_console`. */
  readonly db: Database;
  /** For reads that may be a little old, see `Operators`. Without it, `db`. */
  readonly readDb?: Database;
  /** For reports, whose statements may take half a minute. */
  readonly reportDb: Database;
  readonly log: Logger;
  /** Removes a client's sessions from the cache of this process, where it serves players too. */
  readonly forget?: (clientId: number) => void;
  /** Validates every answer against the contract; for tests. */
  readonly checkAnswers?: boolean;
  /** See `HttpOptions`; for tests. */
  readonly quietBeforeCutMs?: number | undefined;
}

export interface Console {
  readonly http: Http;
  /** Starts to serve, and resolves to the address. */
  listen(): Promise<string>;
  stop(): Promise<void>;
}

const commonPasswordsFile = fileURLToPath(new URL('../dist/common-passwords.bin', import.meta.url));
const webFolder = fileURLToPath(new URL('../dist/console', import.meta.url));

/** The operators' console, with a login of its own: beside the site in a demonstration, else a process. Nothing listens yet. */
export async function createConsole({
  config,
  db,
  readDb = db,
  reportDb,
  log,
  forget = () => {},
  checkAnswers = false,
  quietBeforeCutMs,
}: ConsoleDeps): Promise<Console> {
  const refusal =
    (await refuseStart(db, await readSchemaFiles())) ??
    (await refuseSite(db, config.mode)) ??
    (await refuseAppKeys(db, config.factorKeys));
  if (refusal !== null) throw new ConfigError(refusal);
  const security = createSecurityLog(db, log);
  const port = () => (http.server.address() as AddressInfo | null)?.port ?? config.consolePort;
  const consoleUrl = () => config.consoleUrl ?? `http://localhost:${port()}`;
  const about = await createAbout({
    mode: config.mode,
    timeZone: config.timetable.timeZone,
    settings: config.settingsDigest,
    keys: { FACTOR_KEY: config.factorKeys, DOCUMENT_KEY: config.documents.keys },
    review: config.review,
  });
  let background: Background | undefined;
  const operators = {
    db,
    readDb,
    reportDb,
    identity: {
      security,
      personKey: config.personKey,
      factorKeys: config.factorKeys,
      commonPasswords: await readCommonPasswords(commonPasswordsFile),
      forget,
    },
    documents: config.documents,
    mode: config.mode,
    consoleUrl,
    timeZone: config.timetable.timeZone,
    about,
    beaconChains: [quicknet, ...(config.beacon === null ? [] : [config.beacon.chain])],
  };
  const http = createOperatorHttp(operators, {
    log,
    checkAnswers,
    quietBeforeCutMs,
    allow: config.consoleAllow,
    rateLimitScale: config.rateLimitScale,
    trustProxy: config.trustProxy,
    webFolder,
  });
  return {
    http,
    async listen() {
      const keeping = createSoftwareKeeping({ db, process: 'console', about });
      // The audit names the running software before the first operator signs in.
      await keeping.step(AbortSignal.abort());
      await http.listen({ host: config.consoleHost, port: config.consolePort! });
      background = startBackground([keeping], log);
      return consoleUrl();
    },
    async stop() {
      await background?.stop();
      await http.close();
      await security.drain();
    },
  };
}

/** Why the console must not serve this database; null where it may. In a demonstration anybody is let in. */
async function refuseSite(db: Database, mode: Config['mode']): Promise<string | null> {
  const [site] = await db.query<{ mode: string; has_demo_operators: boolean }>('select * from console.site()');
  if (mode === 'production' && (site?.mode === 'demo' || site?.has_demo_operators)) {
    return 'CONSOLE_DATABASE_URL names the database of a demonstration, which lets anybody in as an operator. Give production a database of its own';
  }
  if (mode === 'demo' && site?.mode === 'production') {
    return 'CONSOLE_DATABASE_URL names the database of a production, and MODE is demo. Set MODE=production';
  }
  return null;
}
