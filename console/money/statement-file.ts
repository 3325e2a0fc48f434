import {
  beginStatement,
  pieceBytes,
  putStatementPiece,
  statementColumns,
} from '#contract/calls/operator/statements.ts';
import type { OperatorAnswer, OperatorInput } from '#contract/operator/endpoints.ts';
import { call, exchange } from '#console/api/call.ts';
import { addDays, dayOf } from '#console/values/time.ts';

type Column = (typeof statementColumns)[number];
export type Columns = { readonly [C in Column]?: string | undefined };
type Begun = OperatorAnswer<typeof beginStatement>['data'];
type Beginning = OperatorInput<typeof beginStatement>['body'];

/** The heads of a file's columns; null where its first line names fewer than two. */
export async function readHeads(file: Blob): Promise<readonly string[] | null> {
  const text = (await file.slice(0, 16_384).text()).replace(/^\ufeff/, '');
  const [line = ''] = text.split(/\r?\n/, 1);
  const cells = [',', ';', '\t']
    .map((separator) => line.split(separator))
    .reduce((best, one) => (one.length > best.length ? one : best));
  const heads = cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"')
      .trim(),
  );
  return heads.length < 2 ? null : [...new Set(heads.filter((head) => head !== ''))];
}

/** The usual meaning of a column's head, without capitals, accents and signs. */
const usual: Readonly<Record<Column, RegExp>> = {
  at: /^(time|date|datetime|timestamp|heure|dateheure|created(at|on)?|completed(at|on)?|transactiondate)$/,
  amount: /^(amount|montant|requestedamount|depositedamount)$/,
  ourRef:
    /^(ourid|ourref|clientref(erence)?(id)?|merchantref(erence)?|merchanttransactionid|externalid|depositid|payoutid|notrereference)$/,
  theirRef: /^(theirid|theirref|id|transactionid|reference|providerref(erence)?|providertransactionid|leurreference)$/,
  kind: /^(type|kind|transactiontype|operation)$/,
  fee: /^(fee|fees|frais|commission)$/,
  currency: /^(currency|devise)$/,
  status: /^(status|statut|state|etat)$/,
  balance: /^(balance|balanceafter|solde|soldeapres|runningbalance)$/,
  phone: /^(phone|phonenumber|msisdn|telephone|customer)$/,
};

/** Columns as in the last file, where it has the same heads; else by what heads usually mean. */
export function guessColumns(heads: readonly string[], last: Columns | null): Columns {
  const columns: { -readonly [C in Column]?: string } = {};
  const taken = new Set<string>();
  for (const column of statementColumns) {
    const before = last?.[column];
    const head =
      last === null
        ? heads.find((one) => !taken.has(one) && usual[column].test(plain(one)))
        : heads.find((one) => one === before);
    if (head === undefined) continue;
    columns[column] = head;
    taken.add(head);
  }
  return columns;
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase();

const hour = 60 * 60 * 1_000;

/** The last day of which the server takes a file: a provider may add lines to a day for an hour after its end. */
export function lastWholeDay(now: number): string {
  return addDays(dayOf(now - hour), -1);
}

/**
 * Uploads a file piece by piece. After a failure the same call goes on where it was.
 *
 * @param onProgress the share that has arrived, from 0 to 1
 * @returns the statement, and whether the file was there before
 */
export async function upload(
  file: Blob,
  about: Omit<Beginning, 'sha256' | 'bytes'>,
  onProgress: (share: number) => void,
): Promise<{ readonly id: number; readonly isKnown: boolean }> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  let { data } = await call(beginStatement, { body: { ...about, sha256, bytes: file.size } });
  const isKnown = data.state !== 'uploading';
  while (data.state === 'uploading') {
    const from = data.pieces * pieceBytes;
    onProgress(from / file.size);
    const piece = file.slice(from, from + pieceBytes, 'text/csv');
    const answer = await exchange(
      putStatementPiece,
      { params: { id: data.id, number: data.pieces }, headers: { 'content-type': 'text/csv' }, body: piece },
      { timeoutMs: 60_000 },
    );
    ({ data } = answer as { data: Begun });
  }
  onProgress(1);
  return { id: data.id, isKnown };
}
