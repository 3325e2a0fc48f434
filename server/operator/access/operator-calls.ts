import type { AnswerOf, CsvFile, Endpoint } from '#contract/endpoint.ts';
import { pagingOrFile } from '#contract/operator/csv.ts';
import type { Http } from '#server/http/http.ts';
import { numberCursor, readCursor } from '#server/http/paging.ts';
import { operatorList, type ListCall } from '#server/operator/exports/operator-list.ts';
import { callAct, emptyIfFound } from './call-act.ts';
import { operatorRoute, type OperatorCall } from './operator-route.ts';
import type { Operators } from './operators.ts';
import { readAll, readFound, readPage, type DatabaseFunction } from './reads.ts';

type DataOf<E extends Endpoint> = AnswerOf<E> extends { readonly data: infer D } ? D : never;

/** The values that a function of the database takes behind the session; undefined is null there. */
type Values<C> = (call: C) => readonly unknown[] | Promise<readonly unknown[]>;

type Part = Readonly<Record<string, unknown>>;

/** The names of the fields of an object, as its schema has them. */
function namesIn(schema: object | undefined): readonly string[] {
  return schema !== undefined && 'entries' in schema ? Object.keys(schema.entries as object) : [];
}

/**
 * The values of a call whose route names none: the parameters of its path, its filters and the fields of its body, in the order of the
 * contract; of a list also the number in its cursor. A call with several fields names them, because their order is easily changed.
 */
function inOrder(endpoint: Endpoint): Values<unknown> {
  const names = ['params', 'query', 'body'].flatMap((part) =>
    namesIn(endpoint[part as 'params'])
      .filter((name) => part !== 'query' || !(name in pagingOrFile))
      .map((name) => [part, name] as const),
  );
  const isList = namesIn(endpoint.query).includes('cursor');
  return (given) => {
    const call = given as Readonly<Record<string, Part>>;
    const values = names.map(([part, name]) => call[part]![name]);
    return isList ? [...values, readCursor(call['query']!['cursor'] as string | undefined, numberCursor)] : values;
  };
}

/**
 * The ways to add a call of the operators' API whose answer is `data`. Most calls are one function of the database: it takes the
 * session first, asks it for its rights, and answers in the contract's shape.
 */
export function operatorCalls(http: Http, operators: Operators) {
  /** A call whose handler makes the data of the answer. */
  function addData<const E extends Endpoint>(
    endpoint: E,
    handler: (call: OperatorCall<E>) => DataOf<E> | Promise<DataOf<E>>,
  ): void {
    operatorRoute(http, operators.db, endpoint, async (call) => ({ data: await handler(call) }) as AnswerOf<E>);
  }

  /** A read of one thing. Where the function answers null there is no such thing: not_found. */
  function addRead<const E extends Endpoint>(
    endpoint: E,
    name: DatabaseFunction,
    values: Values<OperatorCall<E>> = inOrder(endpoint),
  ): void {
    addData(endpoint, async (call) =>
      readFound<DataOf<E>>(operators, name, [call.operator.session, ...(await values(call))]),
    );
  }

  /** A read of a few things, which are all in one answer. */
  function addReadAll<const E extends Endpoint>(
    endpoint: E,
    name: DatabaseFunction,
    values: Values<OperatorCall<E>> = inOrder(endpoint),
  ): void {
    addData(
      endpoint,
      async (call) => (await readAll(operators, name, [call.operator.session, ...(await values(call))])) as DataOf<E>,
    );
  }

  /** A list by pages, which is also a file. The function takes the number of items last, so `values` ends with the cursor. */
  function addList<const E extends Endpoint & { readonly csv: CsvFile }>(
    endpoint: E,
    name: DatabaseFunction,
    values: Values<ListCall<E>> = inOrder(endpoint),
  ): void {
    operatorList(http, operators, endpoint, async (call) => {
      const { limit } = (call as unknown as { readonly query: { readonly limit?: number } }).query;
      const page = await readPage(call.operators, name, [call.operator.session, ...(await values(call))], limit);
      return page as AnswerOf<E>;
    });
  }

  /**
   * An act. `answer` makes the answer, but for the line of the audit, from the function's value, and throws what refuses it. Without it the
   * function says whether its subject was there.
   */
  function addAct<const E extends Endpoint>(
    endpoint: E,
    name: DatabaseFunction,
    answer: (value: never, call: OperatorCall<E>) => Omit<DataOf<E>, 'audit'> = emptyIfFound as never,
    values: Values<OperatorCall<E>> = inOrder(endpoint),
  ): void {
    addData(endpoint, async (call) => {
      const given = [call.operator.session, ...(await values(call))];
      return (await callAct(operators, name, given, (value) => answer(value, call))) as DataOf<E>;
    });
  }

  return { addData, addRead, addReadAll, addList, addAct };
}
