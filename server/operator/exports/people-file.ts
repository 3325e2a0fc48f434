import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/exports.ts';
import { Refusal } from '#server/http/refusal.ts';
import { askFor, type AskedFor } from '#server/operator/acts/ask-for.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';
import { sendCsv } from './export-list.ts';

/** @returns the request, which names the file once it is made @throws Refusal as `askFor` does */
export function askToExportPeople(
  operators: Operators,
  operator: Operator,
  { state, countries, reason, signature }: RequestOf<typeof contract.askToExportPeople>['body'],
): Promise<AskedFor> {
  const asked = {
    kind: 'export_people',
    subject: 'site players',
    newValues: { state: state ?? null, countries: countries ?? null },
    oldValues: {},
    reason,
  };
  return askFor(operators, operator, asked, signature);
}

/** Sends the file part by part. It is written down first who takes it. @throws Refusal not_found */
export async function sendPeopleFile(
  operators: Operators,
  { session }: Operator,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [taken] = await actAs(operators, (tx) =>
    tx.query<{ parts: number | null }>('select console.take_people_file($1, $2) as parts', [session, id]),
  );
  const { parts } = taken!;
  if (parts === null) throw new Refusal('not_found');
  return sendCsv(reply, 'people', Readable.from(readParts(operators, session, id, parts)));
}

async function* readParts({ db }: Operators, session: string, id: string, parts: number): AsyncGenerator<string> {
  for (let part = 1; part <= parts; part++) {
    const [row] = await db.query<{ content: string }>('select console.read_people_file($1, $2, $3) as content', [
      session,
      id,
      part,
    ]);
    yield row!.content;
  }
}
