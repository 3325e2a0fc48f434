import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerOf, CsvFile, Endpoint } from '#contract/endpoint.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { operatorRoute, type OperatorCall } from '#server/operator/access/operator-route.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import type { Language } from '#server/words/languages.ts';
import { exportList, type AskedPage } from './export-list.ts';

interface ListCallExtras {
  /** With the database that answers this page. */
  readonly operators: Operators;
  /** A file is for programs and archives, so its language is English for every reader. */
  readonly language: Language;
}

/** The arguments of a list's reading. */
export type ListCall<E extends Endpoint> = OperatorCall<E> & ListCallExtras;

/** The parts that the calls of all lists have in common. */
interface AnyCall {
  readonly operator: Operator;
  readonly params?: { readonly id: number | string };
  readonly query: { readonly as?: 'csv'; readonly cursor?: string; readonly limit?: number };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Adds a list of the operators' API, which is also a file: with `as=csv` the same reading is called page by page, with the same
 * filters. The first page comes from the primary, since it may show what the operator has just done. Files and later pages may come from
 * a standby, but for the lists of one player, since each look at them is recorded.
 *
 * @param rowsOf the rows of an answer that is no page of a list: they are all of it
 */
export function operatorList<const E extends Endpoint & { readonly csv: CsvFile }>(
  http: Http,
  operators: Operators,
  endpoint: E,
  read: (call: ListCall<E>) => Promise<AnswerOf<E>>,
  rowsOf?: (answer: AnswerOf<E>) => readonly unknown[],
): void {
  const { csv } = endpoint;
  operatorRoute(http, operators.db, endpoint, async (given) => {
    const call = given as unknown as AnyCall;
    const { as, ...query } = call.query;
    const isFirst = as === undefined && query.cursor === undefined;
    const from = isFirst || csv.of === 'client' ? operators : { ...operators, db: operators.readDb };
    const readWith = (asked: object, language: Language) =>
      read({ ...call, query: asked, language, operators: from } as unknown as ListCall<E>);
    if (as === undefined) return readWith(query, languageOf(call.request));
    const { cursor: _cursor, limit: _limit, ...filters } = query;
    const subject = csv.of === undefined ? null : `${csv.of} ${call.params!.id}`;
    const readPage = async (page: AskedPage) => {
      const answer = await readWith({ ...filters, ...page }, 'en');
      if (rowsOf) return { rows: rowsOf(answer), next: null };
      const { data, meta } = answer as { data: readonly unknown[]; meta: { next: string | null } };
      return { rows: data, next: meta.next };
    };
    return exportList(operators, call.operator, csv, { subject, filters, read: readPage }, call.reply);
  });
}
