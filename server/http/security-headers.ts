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

/**
 * For the page of the API's documentation: its scripts and styles are files of this server, and it calls no other origin. Swagger UI
 * writes HTML, so `docs/start.js` makes a policy for HTML alone.
 */
export const docsPolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `require-trusted-types-for 'script'`,
  `trusted-types default dompurify`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

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
 * On the API's answers to scripts of pages, which no browser shows as a document: `Sec-Fetch-Dest: empty`. The policies of a document
 * were a third of such an answer.
 */
export const scriptedApiHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/**
 * On the files of pages. The policy of a page covers its scripts and styles too; repeating its headers on every file would
 * be a fifth of the bytes of a first visit.
 */
export const assetHeaders: Readonly<Record<string, string>> = { 'x-content-type-options': 'nosniff' };

/** The policy of a worker, which takes it from its own file. */
export const workerPolicy = `default-src 'self'`;

/** On pages. A page with inline code has a policy of its own: `static.ts`. */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...everywhere,
  'content-security-policy': contentSecurityPolicy({ scripts: [], styles: [] }),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

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
