import { createHash } from 'node:crypto';
import type { JsonSchema } from '@valibot/to-json-schema';
import { problems } from '#contract/problems.ts';
import { escapeHtml as escape } from './html.ts';
import type { OpenApi, Operation } from './openapi.ts';

/** Renders the API documentation for people: one HTML document without scripts. */
export function renderDocs(api: OpenApi): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg">
<title>The API of ${escape(api.info.title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>The API of ${escape(api.info.title)}</h1>
<p>${prose(api.info.description)}</p>
<p>The base of every path is <code>/api</code>. Calls marked <b class="client">signed in</b> want the header
<code>Authorization: Bearer &lt;token&gt;</code> with the <code>jwt</code> of a sign-in. The same description for programs:
<a href="/api/openapi.json">openapi.json</a>.</p>
</header>
<nav aria-label="Contents"><ul>${api.tags.map(({ name }) => `<li><a href="#${slug(name)}">${escape(name)}</a></li>`).join('')}
<li><a href="#shapes">Shapes</a></li><li><a href="#problems">Problems</a></li></ul></nav>
<main>
${api.tags.map(({ name }) => renderTag(api, name)).join('\n')}
${renderShapes(api)}
${problemTable}
</main>
</body>
</html>
`;
}

function renderTag(api: OpenApi, tag: string): string {
  const calls = Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => renderCall(method, path, operation)),
  );
  return `<section id="${slug(tag)}"><h2>${escape(tag)}</h2>${calls.join('\n')}</section>`;
}

function renderCall(method: string, path: string, operation: Operation): string {
  const { operationId, summary, parameters, requestBody, responses, security } = operation;
  const signedIn = security.length > 0 ? ' <b class="client">signed in</b>' : '';
  const answers = Object.entries(responses).filter(([status]) => Number(status) < 300);
  const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return `<article id="${escape(operationId)}">
<h3><a href="#${escape(operationId)}"><span class="method">${method.toUpperCase()}</span> ${escape(path)}</a>${signedIn}</h3>
<p>${prose(summary)}</p>
${parameters.length > 0 ? renderParameters(parameters) : ''}
${requestBody ? renderShape('Body', requestBody.content['application/json']?.schema) : ''}
${answers
  .flatMap(([status, { content }]) =>
    content
      ? Object.entries(content).map(([mediaType, { schema }]) => renderShape(`${status} ${mediaType}`, schema))
      : [`<p class="label">${status}, without a body</p>`],
  )
  .join('')}
<p class="codes">May be refused with ${refusals
    .flatMap(([, { content }]) => codesOf(content))
    .map(linkProblem)
    .join(' ')}</p>
</article>`;
}

function renderParameters(parameters: Operation['parameters']): string {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><th scope="row"><code>${escape(name)}</code></th><td>${place}${required ? ', required' : ''}</td>
<td>${description === undefined ? describe(schema, '') : escape(description)}</td></tr>`,
  );
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

function renderShape(label: string, schema: JsonSchema | undefined): string {
  if (schema === undefined) return '';
  return `<p class="label">${escape(label)}</p><pre tabindex="0">${describe(schema, '')}</pre>`;
}

function renderShapes(api: OpenApi): string {
  const shapes = Object.entries(api.components.schemas).map(
    ([name, schema]) =>
      `<h3 id="shape-${escape(name)}">${escape(name)}</h3><pre tabindex="0">${describe(schema, '')}</pre>`,
  );
  return `<section id="shapes"><h2>Shapes</h2>${shapes.join('')}</section>`;
}

/** A schema as HTML, as a person would write it down: `{ id: string (uuid), status: "open" | "closed" }`. */
function describe(schema: JsonSchema, indent: string): string {
  if (schema.$ref !== undefined) return linkShape(schema.$ref.replace('#/components/schemas/', ''));
  if (schema.const !== undefined) return escape(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return schema.enum.map((value) => escape(JSON.stringify(value))).join(' | ');
  if (schema.anyOf !== undefined) {
    return schema.anyOf.map((option) => describe(option as JsonSchema, indent)).join(' | ');
  }
  if (schema.type === 'array') return `[${describe((schema.items ?? {}) as JsonSchema, indent)}, …]`;
  if (schema.type === 'object' && schema.properties !== undefined) return describeObject(schema, indent);
  return describeValue(schema);
}

function describeObject({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${inner}${escape(name)}${mark}: ${describe(property as JsonSchema, inner)}`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

function describeValue({ type, format, minLength, maxLength, minimum, maximum }: JsonSchema): string {
  const range = (unit: string, min: number | undefined, max: number | undefined) => {
    if (min === undefined && max === undefined) return [];
    if (max === undefined) return [`from ${min}${unit}`];
    return [min === undefined ? `up to ${max}${unit}` : `${min} to ${max}${unit}`];
  };
  // 2^53 - 1 is no real maximum: it is the largest safe integer.
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const least = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const notes = [
    ...(format === undefined ? [] : [format]),
    ...range(' characters', minLength, maxLength),
    ...range('', least, most),
  ];
  const name = typeof type === 'string' ? type : 'anything';
  return notes.length === 0 ? name : `${name} (${notes.join(', ')})`;
}

const problemTable = `<section id="problems"><h2>Problems</h2>
<p>A refusal is <code>application/problem+json</code>; see <a href="#shape-Problem">its shape</a>. 429 and 503 say in
<code>Retry-After</code> after how many seconds to try again.</p>
<table><thead><tr><th scope="col">code</th><th scope="col">status</th><th scope="col">meaning</th></tr></thead><tbody>
${Object.entries(problems)
  .map(
    ([code, [status, title, detail]]) =>
      `<tr id="problem-${code}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${escape(title)}. ${escape(detail)}</td></tr>`,
  )
  .join('\n')}
</tbody></table></section>`;

function codesOf(content: Operation['responses'][string]['content']): string[] {
  const schema = content?.['application/problem+json']?.schema;
  return ((schema?.properties?.['code'] as JsonSchema | undefined)?.enum ?? []).map(String);
}

function linkProblem(code: string): string {
  return `<a href="#problem-${code}"><code>${code}</code></a>`;
}

function linkShape(name: string): string {
  return `<a href="#shape-${escape(name)}">${escape(name)}</a>`;
}

/** Text with `code` in it. */
function prose(text: string): string {
  return escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/\W+/g, '-');
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1d1a17, #f2ede6); --soft: light-dark(#5d564e, #b8afa4);
  --paper: light-dark(#fffdf8, #171412); --card: light-dark(#fff, #211d1a); --line: light-dark(#e8e0d4, #3a342e);
  --red: light-dark(#c4161c, #ff8a80); --yellow: #ffce00; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 "SF UI Display", system-ui, sans-serif; }
header { border-bottom: 4px solid var(--yellow); margin-bottom: 1rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: .5rem 0; }
h2 { font-size: 1.4rem; margin: 2.5rem 0 1rem; }
h3 { font-size: 1.05rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
section > h3 { margin-top: 1.5rem; }
a { color: var(--red); }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover, h3 a:focus-visible { text-decoration: underline; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0; padding: 0; }
nav a { display: inline-block; padding: .5rem 0; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; margin: 0 0 1rem; padding: 1rem 1.25rem; }
article p { margin: .25rem 0; }
.method { display: inline-block; min-width: 3.75rem; color: var(--red); }
.client { background: var(--yellow); color: #1d1a17; border-radius: 1rem; font-size: .75rem; padding: .1rem .6rem; white-space: nowrap; }
.label { color: var(--soft); font-size: .875rem; margin-top: .75rem; }
.codes { font-size: .875rem; color: var(--soft); overflow-wrap: anywhere; }
code, pre { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
pre { background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; margin: .25rem 0; overflow-x: auto; padding: .75rem 1rem; }
table { border-collapse: collapse; width: 100%; }
th code { overflow-wrap: anywhere; }
th, td { border-bottom: 1px solid var(--line); padding: .4rem 1rem .4rem 0; text-align: start; vertical-align: top; font-weight: normal; }
thead th { color: var(--soft); }
tr:target { background: color-mix(in srgb, var(--yellow) 30%, transparent); }
`;

/** For the page's Content-Security-Policy. */
export const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;
