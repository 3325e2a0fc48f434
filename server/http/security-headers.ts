import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { followBuild } from './follow-build.ts';

/** Hashes of the inline scripts and styles that pages may contain, each as `sha256-…`. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Allows only our own origin, and only inline code whose hash is listed. */
export function contentSecurityPolicy({ scripts, styles }: InlineHashes): string {
  const quote = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash.replaceAll("'", '')}'`).join('');
  return [
    `default-src 'self'`,
    `script-src 'self'${quote(scripts)}`,
    `style-src 'self'${quote(styles)}`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    // `web/trusted.ts` creates this policy, for the app's own workers.
    `require-trusted-types-for 'script'`,
    `trusted-types izi`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** On every answer. */
const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** On the API's answers, which no browser should render. Not cached unless a handler says otherwise. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...everywhere,
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
};

/**
 * On the files of pages. The policy of a page covers its scripts and styles too; repeating its headers on every file would
 * be a fifth of the bytes of a first visit. A worker takes its policy from its own file.
 */
export const assetHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': `default-src 'self'`,
  'cross-origin-resource-policy': 'same-origin',
};

/** On pages. `webFolder` is the built web app; the build writes the hashes of its inline code to csp.json. */
export function pageHeaders(webFolder: string | undefined): () => Readonly<Record<string, string>> {
  if (webFolder === undefined) return () => headersOf({ scripts: [], styles: [] });
  return followBuild(webFolder, () => headersOf(readInlineHashes(webFolder)));
}

function headersOf(hashes: InlineHashes): Readonly<Record<string, string>> {
  return {
    ...everywhere,
    'content-security-policy': contentSecurityPolicy(hashes),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
  };
}

/**
 * On the pages of the operators' console. It has no inline code, no worker, no frame and no policy of its own for scripts, and no
 * form is sent anywhere.
 */
export const consoleHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

/** HSTS, for answers over TLS: the browser then uses only TLS for a year. */
export const strictTransport = 'max-age=31536000; includeSubDomains';

function readInlineHashes(webFolder: string): InlineHashes {
  const file = join(webFolder, 'csp.json');
  if (!existsSync(file)) return { scripts: [], styles: [] };
  return JSON.parse(readFileSync(file, 'utf8')) as InlineHashes;
}
