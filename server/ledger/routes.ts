import { Readable } from 'node:stream';
import { explainBalance } from '#contract/explanation.ts';
import * as contract from '#contract/wallet.ts';
import type { Database } from '#database/connect.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { isPast } from '#server/http/past.ts';
import { route } from '#server/http/route.ts';
import { statementIn } from '#server/words/languages.ts';
import { explainWallet } from './explanation.ts';
import { sumStatement } from './statement-sums.ts';
import { readStatement, writeStatementCsv } from './statement.ts';
import { readWallet } from './wallet.ts';

/**
 * @param timeZone decides when an hour, a day and so on of the sums begin
 * @param readDb for periods that ended before this month
 */
export function registerLedgerRoutes(http: Http, db: Database, timeZone: string, readDb: Database = db): void {
  const from = ({ to }: { readonly to?: string | undefined }) => (isPast({ to }) ? readDb : db);

  route(http, contract.getBalance, async ({ signedIn }) => {
    const wallet = await readWallet(db, signedIn.clientId);
    return {
      data: [
        { id: 1, attributes: { slug: 'dep' as const, balance: wallet.dep } },
        { id: 2, attributes: { slug: 'win' as const, balance: wallet.win } },
      ],
    };
  });

  route(http, explainBalance, ({ query, signedIn }) => explainWallet(db, signedIn.clientId, query));

  route(http, contract.listTransactions, ({ query, signedIn, request, reply }) => {
    if (!wantsCsv(request.headers.accept)) return readStatement(from(query), signedIn.clientId, query);
    const language = languageOf(request);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-language', language)
      .header('content-disposition', `attachment; filename="${statementIn(language).fileName}"`)
      .send(Readable.from(writeStatementCsv(from(query), signedIn.clientId, query, language)));
  });

  route(http, contract.sumTransactions, ({ query, signedIn }) =>
    sumStatement(from(query), signedIn.clientId, query, timeZone),
  );
}

function wantsCsv(accept: string | undefined): boolean {
  return accept?.includes('text/csv') ?? false;
}
