import { join } from 'node:path';
import type { InjectOptions, Response } from 'light-my-request';
import { createAuthenticator } from '#server/identity/sessions/authenticate.ts';
import { readCommonPasswords } from '#server/identity/passwords/common-passwords.ts';
import { noRegister, type ExclusionRegister } from '#server/identity/persons/exclusion-register.ts';
import type { VerifyFirebasePhone } from '#server/identity/sign-up/firebase.ts';
import { openKeyRing, type KeyRing } from '#server/keys/key-ring.ts';
import type { Identity } from '#server/identity/identity.ts';
import { findPhones } from '#server/identity/phone-number.ts';
import { createIdentityLimits } from '#server/identity/limits.ts';
import { registerIdentityRoutes } from '#server/identity/routes.ts';
import { createSecurityLog } from '#server/identity/security-log/security-log.ts';
import { createSendingLimits, type SendingBudget } from '#server/identity/codes/sending-limits.ts';
import { createHttp, type Http } from '#server/http/http.ts';
import { createLog } from '#server/http/log.ts';
import { registerOutboxRoute } from '#server/messages/outbox-route.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { lowerPasswordCost } from './password-cost.ts';

export interface IdentityApp {
  readonly http: Http;
  readonly identity: Identity;
  readonly database: TestDatabase;
  /** The log, one JSON document a line. */
  readonly logged: string[];
  /** Calls with a JSON body, as the owner of the token. */
  call(
    method: NonNullable<InjectOptions['method']>,
    path: string,
    body?: unknown,
    token?: string,
    from?: Browser,
  ): Promise<Response>;
  /** The code in the newest message to a phone or an e-mail address. */
  readCode(to: string): Promise<string>;
  /** The texts of all messages to a phone or an e-mail address, newest first. */
  readTexts(to: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** The address that a call comes from, and the cookies of its browser. */
export interface Browser {
  readonly address?: string;
  /** Is sent with each call, and updated by the answers, as in a browser. */
  cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface IdentityAppSettings {
  readonly rateLimitScale?: number;
  readonly budget?: SendingBudget;
  readonly https?: boolean;
  readonly newDeviceCode?: boolean;
  readonly resetFlow?: Identity['resetFlow'];
  readonly coolingOff?: boolean;
  readonly verifyFirebasePhone?: VerifyFirebasePhone;
  readonly codeKey?: KeyRing;
  readonly exclusionRegister?: ExclusionRegister;
  /** A second process of the same site, on the database of the first. */
  readonly database?: TestDatabase;
}

/** Where browsers would reach the app, as its messages say. */
export const testUrl = 'https://izi.example';
const testCodeKey = openKeyRing('a key for tests');
export const factorKey = Buffer.alloc(32, 'a key for factors');

/** The rooms identity, messages and http on a real database, without the games. */
export async function startIdentityApp(settings: IdentityAppSettings = {}): Promise<IdentityApp> {
  lowerPasswordCost();
  const {
    rateLimitScale = 1_000,
    budget = { hour: 100_000, day: 1_000_000, smsPrice: 25 },
    verifyFirebasePhone,
    codeKey = testCodeKey,
  } = settings;
  const database = settings.database ?? (await createTestDatabase());
  const { db } = database;
  const logged: string[] = [];
  const log = createLog('debug', { write: (line) => void logged.push(line) });
  const authenticator = await createAuthenticator(db);
  const http = createHttp({ authenticate: authenticator.authenticate, log, rateLimitScale, checkAnswers: true });
  const identity: Identity = {
    db,
    limits: createIdentityLimits(db, rateLimitScale),
    security: createSecurityLog(db, log),
    sending: createSendingLimits({ scale: rateLimitScale, budget, log }),
    codeKey,
    factorKeys: openKeyRing(factorKey),
    personKey: Buffer.alloc(32, 'person'),
    exclusionRegister: settings.exclusionRegister ?? noRegister,
    commonPasswords: await readCommonPasswords(join(import.meta.dirname, '../../../dist/common-passwords.bin')),
    coolingOff: settings.coolingOff ?? false,
    publicUrl: () => 'https://izi.example',
    https: settings.https ?? false,
    newDeviceCode: settings.newDeviceCode ?? false,
    resetFlow: settings.resetFlow ?? 'optional',
    verifyFirebasePhone,
    identityService: null,
    forget: authenticator.forget,
  };
  registerIdentityRoutes(http, identity);
  registerOutboxRoute(http, db, { outbox: true, codeKey, publicUrl: () => testUrl, findPhones });

  const readTexts = async (to: string) => {
    const response = await http.inject({ url: '/api/outbox', query: { to } });
    return response.json<{ data: { text: string }[] }>().data.map(({ text }) => text);
  };
  return {
    http,
    identity,
    database,
    logged,
    async call(method, path, body, token, from = {}) {
      const response = await http.inject({
        method,
        url: `/api${path}`,
        remoteAddress: from.address ?? '127.0.0.1',
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(from.cookie !== undefined && { cookie: from.cookie }),
          ...from.headers,
        },
        ...(body !== undefined && { payload: body as object }),
      });
      const [cookie] = [response.headers['set-cookie'] ?? []].flat();
      if (cookie !== undefined) from.cookie = cookie.split(';')[0]!;
      return response;
    },
    readTexts,
    async readCode(to) {
      const [text = ''] = await readTexts(to);
      const code = /\b\d{6}\b/.exec(text)?.[0];
      if (code === undefined) throw new Error(`no code was sent to ${to}: ${text}`);
      return code;
    },
    async stop() {
      await http.close();
      await identity.security.drain();
      await authenticator.stop();
      if (settings.database === undefined) await database.drop();
    },
  };
}
