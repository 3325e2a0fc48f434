import { readFileSync } from 'node:fs';
import { formatFrancs } from '#domain/money.ts';
import { escapeHtml } from '#server/http/html.ts';
import type { Collection } from './party.ts';

export const stylesheet = readFileSync(new URL('style.css', import.meta.url), 'utf8');

/** Nothing is loaded but the page's own stylesheet; no script at all. */
export function pageHeaders(collection: Collection | null): Readonly<Record<string, string>> {
  // Browsers apply form-action to the redirection after a form too.
  const back = collection === null ? '' : ` ${new URL(collection.return_url).origin}`;
  return {
    'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'${back}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    // Whoever knows the page's address has access.
    'referrer-policy': 'no-referrer',
  };
}

/** The page on which a payer approves or declines a collection. */
export function collectionPage(collection: Collection): string {
  const { amount, method, phone, payer, ref, status, refunded } = collection;
  return page({
    title: `Pay ${formatFrancs(amount)}`,
    lead: 'Izi asks for',
    subject: formatFrancs(amount),
    card: `<h1>${refunded > 0 ? refundHeading(collection) : headings[status]}</h1>
        <dl>
          <div><dt>From</dt><dd>${escapeHtml(payer)}</dd></div>
          <div><dt>Phone</dt><dd>${escapeHtml(phone)}</dd></div>
          <div><dt>Method</dt><dd>${escapeHtml(method)}</dd></div>
          <div><dt>Reference</dt><dd class="ref">${escapeHtml(ref)}</dd></div>
        </dl>
        ${status === 'pending' ? choices : backLink(collection.return_url)}
        ${status === 'approved' && refunded < amount ? refundChoice : ''}`,
  });
}

export function missingPage(): string {
  return page({
    title: 'Unknown payment',
    lead: 'There is none at this address',
    subject: 'Unknown payment',
    card: `<h1>Go back to Izi and start it once more</h1>
        ${backLink('/')}`,
  });
}

const headings: Readonly<Record<Collection['status'], string>> = {
  pending: 'Approve this payment?',
  approved: 'This payment is approved',
  declined: 'This payment was declined',
};

function refundHeading({ amount, refunded }: Collection): string {
  return refunded < amount
    ? `${formatFrancs(refunded)} of this payment were given back`
    : 'This payment was given back';
}

const refundChoice = `<form method="post" class="actions">
          <button class="button quiet" name="outcome" value="refund">Give it back</button>
        </form>`;

const choices = `<form method="post" class="actions">
          <button class="button first" name="outcome" value="approve">Approve</button>
          <button class="button" name="outcome" value="decline">Decline</button>
          <button class="button quiet" name="outcome" value="never">Never answer</button>
        </form>`;

function backLink(url: string): string {
  return `<p class="actions"><a class="button first" href="${escapeHtml(url)}">Back to Izi</a></p>`;
}

interface Page {
  readonly title: string;
  readonly lead: string;
  readonly subject: string;
  /** HTML. */
  readonly card: string;
}

function page({ title, lead, subject, card }: Page): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title} · Payment sandbox</title>
    <link rel="icon" href="/favicon.svg">
    <link rel="stylesheet" href="/sandbox/style.css">
  </head>
  <body>
    <header><span class="logo">iz<i>i</i></span><span class="badge">Payment sandbox</span></header>
    <main>
      <div class="hero"><p>${lead}</p><p class="subject">${subject}</p></div>
      <section class="card">
        ${card}
      </section>
      <p class="note">This is the payment sandbox. It behaves like a mobile money provider, and no real money moves.</p>
    </main>
  </body>
</html>
`;
}
