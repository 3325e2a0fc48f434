import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InlineHashes } from '#server/http/security-headers.ts';
import type { Language } from './languages.ts';
import { filesOf, type Manifest } from './pages.ts';

interface PageParts {
  readonly language: Language;
  /** The HTML that the build made of `web/index.html`. */
  readonly template: string;
  readonly manifest: Manifest;
  readonly output: string;
  /** Null for the shell. */
  readonly route: string | null;
  /** The prerendered content of the root element. */
  readonly content: string;
  /** Whether the app takes the content over, or replaces it. */
  readonly isHydrated: boolean;
  /** The calls to make before the code is loaded, by the page's path. */
  readonly calls: Readonly<Record<string, readonly string[]>>;
}

/** Puts content and styles into the template, so that a page can be painted from the first response. */
export async function assemblePage(parts: PageParts): Promise<string> {
  const { language, template, manifest, output, route, content, isHydrated, calls } = parts;
  requireNoInlineCode(route, content);
  const { scripts, styles } = filesOf(manifest, route);
  const css = await Promise.all(styles.map((file) => readFile(join(output, file), 'utf8')));
  const callsOfLanguage = Object.fromEntries(Object.entries(calls).map(([path, list]) => [language.base + path, list]));
  const head = [
    ...scripts
      .filter((file) => !template.includes(`/${file}"`))
      .map((file) => `<link rel="modulepreload" ${afterThePaint} crossorigin href="/${file}">`),
    // The loader of lazy chunks looks for a stylesheet's link to see whether it is loaded. Browsers never download a link of
    // an unknown type; Chromium 153 did download a disabled one.
    ...styles.map((file) => `<link rel="stylesheet" type="text/inlined" href="/${file}">`),
    `<style>${css.join('').trim()}</style>`,
  ];
  return template
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replaceAll('<script type="module"', `$& ${afterThePaint}`)
    .replace(/>\s+</g, '><')
    .replace('</head>', () => `${head.join('')}</head>`)
    .replace('<html ', () => `<html data-calls='${JSON.stringify(callsOfLanguage).replaceAll('&', '&amp;')}' `)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root"${isHydrated ? ` data-page="${language.base}${route}"` : ''}>${content}</div>`,
    );
}

/** A page is painted without its scripts, so they have a lower priority than all that paints it. */
const afterThePaint = 'fetchpriority="low"';

/** The CSP hashes of every inline script and style in a page. */
export function inlineHashes(page: string): InlineHashes {
  return {
    scripts: hashesOf(page, /<script>([\s\S]*?)<\/script>/g),
    styles: hashesOf(page, /<style>([\s\S]*?)<\/style>/g),
  };
}

function hashesOf(page: string, block: RegExp): string[] {
  const contents = new Set(Array.from(page.matchAll(block), (match) => match[1]!));
  return [...contents].map((content) => `sha256-${createHash('sha256').update(content).digest('base64')}`);
}

/** The CSP blocks style attributes and scripts in HTML, so they would silently have no effect. */
function requireNoInlineCode(route: string | null, content: string) {
  const found = /<[^>]+\sstyle="[^"]*"[^>]*>|<script[\s\S]{0,200}/.exec(content);
  if (found) throw new Error(`the prerendered ${route} holds code that the CSP refuses: ${found[0]}`);
}
