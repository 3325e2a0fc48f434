import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { problems } from '#contract/problems.ts';
import { escapeHtml as escape } from './html.ts';

/** A file that the page loads. Its address has a hash of its content, so it never changes. */
interface DocsFile {
  readonly path: string;
  readonly contentType: string;
  readonly content: Buffer;
}

interface DocsPage {
  readonly html: string;
  readonly files: readonly DocsFile[];
}

/** Every address of the page begins with this, and problems link to it. */
export const docsPath = '/api/docs';

/**
 * The API's documentation for people: Swagger UI, which lets them try the calls, and above it the table that the `type` of each
 * problem links to, where nothing moves it.
 */
export function makeDocsPage(title: string): DocsPage {
  const { resolve } = createRequire(import.meta.url);
  const own = join(import.meta.dirname, 'docs');
  const styles = [openFile(resolve('swagger-ui-dist/swagger-ui.css'), 'css'), openFile(join(own, 'page.css'), 'css')];
  const scripts = [
    openFile(resolve('swagger-ui-dist/swagger-ui-bundle.js'), 'javascript'),
    openFile(join(own, 'start.js'), 'javascript'),
  ];
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg">
<title>The API of ${escape(title)}</title>
${styles.map(({ path }) => `<link rel="stylesheet" href="${path}">`).join('\n')}
</head>
<body>
<main>
<details class="problems">
<summary>Problems: all codes that a call can be refused with</summary>
<table><thead><tr><th scope="col">code</th><th scope="col">status</th><th scope="col">meaning</th></tr></thead><tbody>
${Object.entries(problems)
  .map(
    ([code, [status, name, detail]]) =>
      `<tr id="problem-${code}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${escape(name)}. ${escape(detail)}</td></tr>`,
  )
  .join('\n')}
</tbody></table>
</details>
<div id="api"></div>
<noscript><p class="problems">The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p></noscript>
</main>
${scripts.map(({ path }) => `<script src="${path}" defer></script>`).join('\n')}
</body>
</html>
`;
  return { html, files: [...styles, ...scripts] };
}

function openFile(file: string, type: 'css' | 'javascript'): DocsFile {
  const content = readFileSync(file);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return {
    path: `${docsPath}/${hash}.${type === 'css' ? 'css' : 'js'}`,
    contentType: `text/${type}; charset=utf-8`,
    content,
  };
}
