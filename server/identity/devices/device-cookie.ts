import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookie that identifies a known device. It holds one secret for each of the last few clients who proved themselves in
 * this browser, because families share phones. Two groups of calls read it, so it is set for both paths.
 */
const cookiePaths = ['/api/clients/auth', '/api/clients/otp'];
const yearSeconds = 365 * 24 * 60 * 60;
const mostSecrets = 5;

export function readDeviceSecrets(request: FastifyRequest, https: boolean): string[] {
  const name = cookieName(request, https);
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  const value = pairs.find(([key]) => key === name)?.[1] ?? '';
  return value
    .split('.')
    .filter((secret) => /^[A-Za-z0-9_-]{43}$/.test(secret))
    .slice(0, mostSecrets);
}

export function keepDeviceSecrets(
  request: FastifyRequest,
  reply: FastifyReply,
  secrets: readonly string[],
  https: boolean,
): void {
  const name = cookieName(request, https);
  const value = secrets.slice(0, mostSecrets).join('.');
  for (const path of cookiePaths) {
    const cookie = `${name}=${value}; Path=${path}; Max-Age=${yearSeconds}; HttpOnly; SameSite=Strict`;
    void reply.header('set-cookie', isSecure(request, https) ? `${cookie}; Secure` : cookie);
  }
}

/** Browsers accept a cookie with this prefix over HTTPS only, so an attacker on the network cannot set one. */
function cookieName(request: FastifyRequest, https: boolean): string {
  return isSecure(request, https) ? '__Secure-device' : 'device';
}

/** A proxy may terminate TLS without a header that says so. Then PUBLIC_URL tells. */
function isSecure(request: FastifyRequest, https: boolean): boolean {
  return https || request.protocol === 'https';
}
