import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Hashes of the inline scripts and styles that pages may hold, each as `sha256-…`. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Nothing but our own origin, and no inline code besides what is named by its hash. */
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
    // `web/trusted.ts` makes the one policy, which takes the app's own workers.
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

/** On the API's answers, which no browser should ever render. Private unless a handler says otherwise. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...everywhere,
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
};

/**
 * On the files of pages. The headers of a page hold for its scripts and styles too, and would be a fifth of what a first
 * visit brings; a worker has its policy from its own file.
 */
export const assetHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': `default-src 'self'`,
  'cross-origin-resource-policy': 'same-origin',
};

/** On pages. `webFolder` is the built web app; its build leaves the hashes of its inline code in csp.json. */
export function pageHeaders(webFolder: string | undefined): Readonly<Record<string, string>> {
  return {
    ...everywhere,
    'content-security-policy': contentSecurityPolicy(readInlineHashes(webFolder)),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
  };
}

/** For answers that came over TLS: from now on, nothing else. */
export const strictTransport = 'max-age=31536000; includeSubDomains';

function readInlineHashes(webFolder: string | undefined): InlineHashes {
  if (webFolder === undefined) return { scripts: [], styles: [] };
  let text: string;
  try {
    text = readFileSync(join(webFolder, 'csp.json'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { scripts: [], styles: [] };
    throw error;
  }
  return JSON.parse(text) as InlineHashes;
}
