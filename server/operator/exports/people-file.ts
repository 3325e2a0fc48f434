import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readFound } from '#server/operator/access/reads.ts';
import { sendCsv } from './export-list.ts';

/** Sends the file part by part. It is recorded first who takes it. @throws Refusal not_found */
export async function sendPeopleFile(
  operators: Operators,
  { session }: Operator,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parts = await readFound<number>(operators, 'console.take_people_file', [session, id]);
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
