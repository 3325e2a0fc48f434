import { readFileSync } from 'node:fs';
import { formatPhone } from '#domain/phone.ts';
import { escapeHtml } from '#server/http/html.ts';
import { addressIn, isLanguage, sandboxIn, type Language } from '#server/words/languages.ts';
import { methods } from './methods.ts';
import type { Collection } from './party.ts';

export const stylesheet = readFileSync(new URL('style.css', import.meta.url), 'utf8');

/** Nothing is loaded but the page's own stylesheet; no script at all. */
export function pageHeaders(collection: Collection | null): Readonly<Record<string, string>> {
  // Browsers apply form-action to the redirection after a form too.
  const back = collection === null ? '' : ` ${new URL(collection.return_url).origin}`;
  return {
    'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'${back}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    // The address of the page is the only access right.
    'referrer-policy': 'no-referrer',
  };
}

/** The page on which a payer approves or declines a collection, in the language of the page that it leads back to. */
export function collectionPage(collection: Collection): string {
  const { amount, method, phone, payer, ref, status, refunded } = collection;
  const language = languageOfPage(collection.return_url);
  const words = sandboxIn(language);
  return page(language, {
    title: words.title(words.francs(amount)),
    lead: words.lead,
    subject: words.francs(amount),
    card: `<h1>${refunded > 0 ? refundHeading(collection, words) : words[status]}</h1>
        <dl>
          <div><dt>${words.from}</dt><dd>${escapeHtml(payer)}</dd></div>
          <div><dt>${words.phone}</dt><dd>${escapeHtml(formatPhone(phone))}</dd></div>
          <div><dt>${words.method}</dt><dd>${escapeHtml(methods[method] ?? method)}</dd></div>
          <div><dt>${words.reference}</dt><dd class="ref">${escapeHtml(ref)}</dd></div>
        </dl>
        ${status === 'pending' ? choices(words) : backLink(collection.return_url, words)}
        ${status === 'approved' && refunded < amount ? refundChoice(words) : ''}`,
  });
}

export function missingPage(language: Language): string {
  const words = sandboxIn(language);
  return page(language, {
    title: words.unknown.title,
    lead: words.unknown.lead,
    subject: words.unknown.title,
    card: `<h1>${words.unknown.again}</h1>
        ${backLink(addressIn('/', language), words)}`,
  });
}

/** A provider knows nothing of the payer's language but where the payer comes from. */
function languageOfPage(address: string): Language {
  const [, first = ''] = new URL(address).pathname.split('/');
  return isLanguage(first) ? first : 'en';
}

type Words = ReturnType<typeof sandboxIn>;

function refundHeading({ amount, refunded }: Collection, words: Words): string {
  return refunded < amount ? words.partGivenBack(words.francs(refunded)) : words.givenBack;
}

const refundChoice = (words: Words) => `<form method="post" class="actions">
          <button class="button quiet" name="outcome" value="refund">${words.giveBack}</button>
        </form>`;

const choices = (words: Words) => `<form method="post" class="actions">
          <button class="button first" name="outcome" value="approve">${words.approve}</button>
          <button class="button" name="outcome" value="decline">${words.decline}</button>
          <button class="button quiet" name="outcome" value="never">${words.never}</button>
        </form>`;

function backLink(url: string, words: Words): string {
  return `<p class="actions"><a class="button first" href="${escapeHtml(url)}">${words.back}</a></p>`;
}

interface Page {
  readonly title: string;
  readonly lead: string;
  readonly subject: string;
  /** HTML. */
  readonly card: string;
}

function page(language: Language, { title, lead, subject, card }: Page): string {
  const { badge, note } = sandboxIn(language);
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title} · ${badge}</title>
    <link rel="icon" href="/favicon.svg">
    <link rel="stylesheet" href="/sandbox/style.css">
  </head>
  <body>
    <header><span class="logo">iz<i>i</i></span><span class="badge">${badge}</span></header>
    <main>
      <div class="hero"><p>${lead}</p><p class="subject">${subject}</p></div>
      <section class="card">
        ${card}
      </section>
      <p class="note">${note}</p>
    </main>
  </body>
</html>
`;
}
