import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { operatorRoles, type OperatorRole } from '#contract/operator/roles.ts';
import type { ConnectionConfig, Database } from '#database/connect.ts';
import { startServer, type ServerProcess } from '#tests/support/site/server.ts';

/** The console's own server, as in production a process of its own. */
export function startConsole(folder: string, console: ConnectionConfig): Promise<ServerProcess> {
  return startServer(folder, {
    ROLES: 'console',
    CONSOLE_PORT: '0',
    CONSOLE_DATABASE_URL: `postgres://${console.user}@localhost/${console.database}?host=${console.host}`,
    RATE_LIMIT_SCALE: '10000',
  });
}

/** The secret of an open session for each role. */
export type Sessions = Readonly<Record<OperatorRole, string>>;

/** Signs the first operator of each role in. */
export async function openSessions(owner: Database): Promise<Sessions> {
  const sessions = await Promise.all(
    operatorRoles.map(async (role) => {
      const secret = randomBytes(32).toString('base64url');
      await owner.query(
        `insert into console.session (hash, operator_id, stage, signed_in_with, address, expires_at)
         select sha256(convert_to($1, 'UTF8')), id, 'full', 'demo', '127.0.0.1', clock_timestamp() + interval '12 hours'
         from console.operator where name = $2`,
        [secret, `${role}-1`],
      );
      return [role, secret] as const;
    }),
  );
  return Object.fromEntries(sessions) as Sessions;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  /** From the call to the last byte of its answer, in milliseconds. */
  readonly took: number;
}

/** An operator's browser: calls the console on connections that stay open. `path` is below `/operator`. */
export interface Desk {
  get(path: string, session: string): Promise<Answer>;
  leave(): void;
}

export function sitDown(url: string): Desk {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  return {
    get: (path, session) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now();
        const headers = {
          // A list is a file for a caller that names no type.
          accept: 'application/json',
          cookie: `__Host-izi-console=${session}`,
          'sec-fetch-site': 'same-origin',
        };
        const call = request({ agent, hostname, port, path: `/operator${path}`, headers }, (answer) => {
          let body = '';
          answer.setEncoding('utf8');
          answer.on('data', (part: string) => (body += part));
          answer.once('error', reject);
          answer.once('end', () => resolve({ status: answer.statusCode!, body, took: performance.now() - startedAt }));
        });
        call.once('error', reject);
        call.end();
      }),
    leave: () => agent.destroy(),
  };
}
