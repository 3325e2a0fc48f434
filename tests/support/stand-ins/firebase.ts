import { serveStandIn, type StandInAnswer, type StandInRequest } from './serve.ts';

/**
 * Firebase's sign-in by phone, as far as the SDK needs it: sending a code, signing in with it, and looking up the account. It
 * speaks as the emulator does, whose tokens nobody signs, and whose codes can be read.
 */

const project = 'demo-izi';

interface Sent {
  readonly phoneNumber: string;
  readonly sessionInfo: string;
  readonly code: string;
}

const sent: Sent[] = [];
const phones: string[] = [];

serveStandIn(
  (request) => {
    const path = request.path.split('?', 1)[0]!;
    if (path === `/emulator/v1/projects/${project}/verificationCodes`)
      return { status: 200, body: { verificationCodes: sent } };
    if (!/[?&]key=firebase-key\b/.test(request.path)) return refuse('API_KEY_INVALID');
    return answer(path.replace(/^\/identitytoolkit\.googleapis\.com/, ''), request);
  },
  () => {},
);

function answer(path: string, { method, body }: StandInRequest): StandInAnswer {
  switch (`${method} ${path}`) {
    case 'GET /v1/recaptchaParams':
      return { status: 200, body: { recaptchaSiteKey: 'site-key' } };
    case 'GET /v2/recaptchaConfig':
      // The answer is that of the emulator, which has no reCAPTCHA Enterprise.
      return { status: 501, body: {} };
    case 'POST /v1/accounts:sendVerificationCode':
      return send(body);
    case 'POST /v1/accounts:signInWithPhoneNumber':
      return signIn(body);
    case 'POST /v1/accounts:lookup':
      return { status: 200, body: { users: [userOf(phoneIn(String(body['idToken'])))] } };
    default:
      return { status: 404, body: {} };
  }
}

function send({ phoneNumber, recaptchaToken }: Record<string, unknown>): StandInAnswer {
  if (typeof recaptchaToken !== 'string') return refuse('MISSING_RECAPTCHA_TOKEN');
  const place = sent.length + 1;
  const code = String(100_000 + place);
  sent.push({ phoneNumber: String(phoneNumber), sessionInfo: `session-${place}`, code });
  return { status: 200, body: { sessionInfo: `session-${place}` } };
}

/** A code is good once. */
function signIn({ sessionInfo, code }: Record<string, unknown>): StandInAnswer {
  const index = sent.findIndex((one) => one.sessionInfo === sessionInfo);
  if (index === -1) return refuse('INVALID_SESSION_INFO');
  const { phoneNumber, code: right } = sent[index]!;
  if (code !== right) return refuse('INVALID_CODE');
  sent.splice(index, 1);
  if (!phones.includes(phoneNumber)) phones.push(phoneNumber);
  const { localId } = userOf(phoneNumber);
  const body = { idToken: tokenOf(phoneNumber), refreshToken: 'refresh', expiresIn: '3600', localId, phoneNumber };
  return { status: 200, body };
}

function userOf(phoneNumber: string) {
  const localId = `user-${phones.indexOf(phoneNumber) + 1}`;
  return { localId, phoneNumber, providerUserInfo: [{ providerId: 'phone', rawId: phoneNumber, phoneNumber }] };
}

function tokenOf(phoneNumber: string): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: `https://securetoken.google.com/${project}`,
    aud: project,
    sub: userOf(phoneNumber).localId,
    iat: now,
    exp: now + 3_600,
    auth_time: now,
    phone_number: phoneNumber,
    firebase: { sign_in_provider: 'phone', identities: { phone: [phoneNumber] } },
  };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
}

function phoneIn(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { phone_number: string };
  return claims.phone_number;
}

function refuse(message: string): StandInAnswer {
  return {
    status: 400,
    body: { error: { code: 400, message, errors: [{ message, reason: 'invalid', domain: 'global' }] } },
  };
}
