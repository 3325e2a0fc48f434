import { refuseSignatures, type StoredRequest } from '#server/signed-acts/signatures.ts';
import { maxFindings, type Check, type Finding } from './check.ts';

interface DoneRow extends StoredRequest {
  readonly number: number;
  readonly in_demo: boolean;
}

const atOnce = 500;

export const actsTakeTwo: Check = {
  name: 'act',
  beyondMonths: true,
  promise: 'what takes two operators was asked for by one and approved by another, and both have signed it',
  async find(tx, { since }) {
    const found = await tx.query<Finding>(
      `select subject, id, detail from console.acts_without_two($1) limit ${maxFindings}`,
      [since],
    );
    let last = 0;
    for (;;) {
      const done = await tx.query<DoneRow>(`select * from console.done_requests($1, $2, ${atOnce})`, [since, last]);
      for (const request of done) {
        const wrong = await refuseDone(request);
        if (wrong !== null) found.push({ subject: 'request', id: request.id, detail: { kind: request.kind, wrong } });
        if (found.length >= maxFindings) return found;
      }
      if (done.length < atOnce) return found;
      last = done.at(-1)!.number;
    }
  },
};

async function refuseDone(request: DoneRow): Promise<string | null> {
  if (request.unsigned !== null && !request.in_demo) return 'It lacks a signature.';
  return refuseSignatures(request);
}
