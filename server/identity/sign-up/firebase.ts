import { createRemoteJWKSet, errors, jwtVerify, UnsecuredJWT, type JWTPayload, type JWTVerifyOptions } from 'jose';
import type { Clock } from '#database/clock.ts';
import { Refusal } from '#server/http/refusal.ts';

interface FirebaseSettings {
  readonly project: string;
  readonly clock: Pick<Clock, 'now'>;
  /** The default is Google's keys for Firebase ID tokens. */
  readonly jwksUrl?: string;
  /** Whether the tokens are those of the emulator, which nobody signs. Signed tokens are then refused. */
  readonly unsigned?: boolean;
}

/** Reads the phone number, as E.164, that Firebase confirmed with a code. @throws Refusal invalid_code, unavailable */
export type VerifyFirebasePhone = (idToken: string) => Promise<string>;

const googleJwks = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
/** An ID token is valid for an hour, but it confirms a phone only shortly after the sign-in. */
const mostAuthAgeSeconds = 5 * 60;
const clockSkewSeconds = 5;

export function createFirebaseVerifier({
  project,
  clock,
  jwksUrl,
  unsigned = false,
}: FirebaseSettings): VerifyFirebasePhone {
  const keys = createRemoteJWKSet(new URL(jwksUrl ?? googleJwks), { timeoutDuration: 5_000 });
  async function read(idToken: string, options: JWTVerifyOptions): Promise<JWTPayload> {
    if (unsigned) return UnsecuredJWT.decode(idToken, options).payload;
    return (await jwtVerify(idToken, keys, { ...options, algorithms: ['RS256'] })).payload;
  }
  return async (idToken) => {
    const now = clock.now() / 1_000;
    const claims = await verifyToken((options) => read(idToken, options), project, new Date(clock.now()));
    const { sub, auth_time: authTime, phone_number: phone, firebase } = claims;
    const isPhoneSignIn =
      typeof sub === 'string' &&
      sub !== '' &&
      typeof authTime === 'number' &&
      authTime <= now + clockSkewSeconds &&
      authTime >= now - mostAuthAgeSeconds &&
      (firebase as { sign_in_provider?: unknown } | undefined)?.sign_in_provider === 'phone' &&
      typeof phone === 'string';
    if (!isPhoneSignIn) throw new Refusal('invalid_code');
    return phone;
  };
}

async function verifyToken(
  read: (options: JWTVerifyOptions) => Promise<JWTPayload>,
  project: string,
  currentDate: Date,
): Promise<JWTPayload> {
  try {
    return await read({
      issuer: `https://securetoken.google.com/${project}`,
      audience: project,
      requiredClaims: ['sub', 'exp', 'iat', 'auth_time'],
      clockTolerance: clockSkewSeconds,
      currentDate,
    });
  } catch (cause) {
    // A token without a valid signature is wrong. If the keys cannot be fetched, nothing is known about the token.
    const isAboutToken =
      cause instanceof errors.JOSEError && !(cause instanceof errors.JWKSTimeout) && cause.code !== 'ERR_JOSE_GENERIC';
    throw new Refusal(isAboutToken ? 'invalid_code' : 'unavailable', { cause });
  }
}
