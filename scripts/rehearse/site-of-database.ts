import { buffer } from 'node:stream/consumers';
import type { Database } from '#database/connect.ts';
import { readId } from '#domain/fair-draw/bytes.ts';
import { readOperatorKeys } from '#domain/fair-draw/operator-keys.ts';
import { readProof } from '#domain/fair-draw/proof.ts';
import { readSealPage } from '#domain/fair-draw/seal-chain.ts';
import { readShownDraw } from '#domain/fair-draw/shown-draw.ts';
import { Withheld, type PublicSite } from '#scripts/verify/public-site.ts';
import { createDrawReader } from '#server/draws/read/read-draws.ts';
import { createProofReader } from '#server/draws/read/read-proofs.ts';
import { findRules } from '#server/fair-draw/rules.ts';
import { Refusal } from '#server/http/refusal.ts';

/** Only how moments are shown depends on these, and nothing that is checked. */
const timetable = { timeZone: 'UTC', everyMinutes: 1 };
const limit = 100;

/** The public data of a site on this database, without the site: the same readers, and no HTTP between. */
export function siteOfDatabase(db: Database): PublicSite {
  const draws = createDrawReader(db, timetable);
  const proofs = createProofReader(db);
  const page = (cursor: string | null) => ({ limit, ...(cursor !== null && { cursor }) });
  return {
    getProof: async (drawId) => readProof((await published(proofs.proof(drawId))).proof),
    getLeaves: async (drawId) => Uint8Array.from(await buffer(await published(proofs.leaves(drawId)))),
    getDraw: async (drawId) => readShownDraw(await published(draws.get(drawId))),
    getRules: async (rules) => {
      const document = findRules(rules);
      if (!document) throw new Withheld(`the rules ${rules} are not there.`);
      return Uint8Array.from(document.bytes);
    },
    getSeals: async (cursor) => readSealPage(await published(proofs.seals(page(cursor)))),
    getOperatorKeys: async () => readOperatorKeys(await proofs.operatorKeys()),
    getDrawnIds: async (cursor) => {
      const { data, meta } = await draws.results(page(cursor));
      return { ids: data.map(({ id }) => readId(id)), next: meta.next };
    },
  };
}

async function published<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw error instanceof Refusal ? new Withheld(`${error.message}.`) : error;
  });
}
