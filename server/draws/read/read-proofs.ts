import { Readable } from 'node:stream';
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/draws.ts';
import type { Database, Queryable } from '#database/connect.ts';
import type { DrawStatus } from '#domain/draw.ts';
import { toHex } from '#domain/fair-draw/bytes.ts';
import { decodeDraw } from '#domain/fair-draw/draw-record.ts';
import { numberStrings } from '#domain/result.ts';
import { defaultLimit, toPage } from '#server/http/paging.ts';
import { Refusal } from '#server/http/refusal.ts';
import { chunksOfPath, pathThroughChunks, placeInChunk } from '#server/fair-draw/tiered-tree.ts';

export type ProofReader = ReturnType<typeof createProofReader>;
type SealsQuery = RequestOf<typeof contract.listSeals>['query'];

interface ProofRow {
  readonly status: DrawStatus;
  readonly result: number | null;
  readonly record: Buffer;
  readonly commitment: Buffer;
  readonly commitment_signature: Buffer;
  readonly seal: Buffer | null;
  readonly seal_signature: Buffer | null;
  readonly seed: Buffer | null;
  readonly beacon_signature: Buffer | null;
  readonly operator_key: Buffer;
}

interface KeyRow {
  readonly public_key: Buffer;
  readonly announcement: Buffer | null;
  readonly former_signature: Buffer | null;
  readonly signature: Buffer | null;
}

/** Reads the public data that anyone needs to verify a draw. */
export function createProofReader(db: Database) {
  /** `final`: the proof will never change. */
  async function proof(drawId: string): Promise<{ proof: AnswerOf<typeof contract.getProof>; final: boolean }> {
    const [row] = await db.query<ProofRow>(
      `select d.status, d.result, c.record, c.commitment, c.signature as commitment_signature,
         s.record as seal, s.signature as seal_signature, r.seed, b.signature as beacon_signature,
         c.operator_key
       from draw d
       join commitment c on c.draw_id = d.id
       left join seal s on s.draw_id = d.id
       left join reveal r on r.draw_id = d.id
       left join known_round b on (b.chain, b.round) = (c.beacon_chain, c.beacon_round)
       where d.id = $1`,
      [drawId],
    );
    if (!row) throw new Refusal('not_found');
    const { beacon } = decodeDraw(row.record);
    return {
      final: ['drawn', 'settled', 'void'].includes(row.status),
      proof: {
        draw: toHex(row.record),
        commitment: toHex(row.commitment),
        commitmentSignature: toHex(row.commitment_signature),
        seal: row.seal && toHex(row.seal),
        sealSignature: row.seal_signature && toHex(row.seal_signature),
        seed: row.seed && toHex(row.seed),
        beacon: {
          kind: beacon.kind,
          chain: toHex(beacon.ref),
          round: beacon.round,
          signature: row.beacon_signature && toHex(row.beacon_signature),
        },
        result: row.result === null ? null : numberStrings(row.result),
        operatorKey: toHex(row.operator_key),
      },
    };
  }

  /** 32 bytes each, read from the database as the stream is consumed. */
  async function leaves(drawId: string): Promise<Readable> {
    const [seal] = await db.query('select from seal where draw_id = $1', [drawId]);
    if (!seal) throw new Refusal('not_found');
    return Readable.from(readLeaves(db, drawId), { objectMode: false });
  }

  async function seals({ cursor, limit = defaultLimit }: SealsQuery): Promise<AnswerOf<typeof contract.listSeals>> {
    const rows = await db.query<{ draw_id: string; record: Buffer; signature: Buffer; hash: Buffer }>(
      `select draw_id, record, signature, hash from seal where number < $1 order by number desc limit $2`,
      [await numberBelow(cursor), limit + 1],
    );
    return toPage(
      rows,
      limit,
      (row) => ({ drawId: row.draw_id, seal: toHex(row.record), sealSignature: toHex(row.signature) }),
      ({ hash }) => toHex(hash),
    );
  }

  /** All seals of the page have a smaller number than this. */
  async function numberBelow(cursor: string | undefined): Promise<number> {
    if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
    const [seal] = await db.query<{ number: number }>('select number from seal where hash = $1', [
      Buffer.from(cursor, 'hex'),
    ]);
    if (!seal) throw new Refusal('not_found');
    return seal.number;
  }

  async function operatorKeys(): Promise<AnswerOf<typeof contract.listOperatorKeys>> {
    const rows = await db.query<KeyRow>(
      'select public_key, announcement, former_signature, signature from operator_key order by number',
    );
    return {
      data: rows.map((row) => ({
        key: toHex(row.public_key),
        announcement: row.announcement && toHex(row.announcement),
        formerSignature: row.former_signature && toHex(row.former_signature),
        signature: row.signature && toHex(row.signature),
      })),
    };
  }

  return { proof, leaves, seals, operatorKeys };
}

/** Half a megabyte per statement, so that a long list occupies neither much memory nor a connection. */
const chunksAtOnce = 64;

async function* readLeaves(db: Queryable, drawId: string): AsyncGenerator<Buffer> {
  for (let start = 0; ; start += chunksAtOnce) {
    const rows = await db.query<{ hashes: Buffer }>(
      `select hashes from tree_chunk where draw_id = $1 and tier = 0 and chunk >= $2 and chunk < $3 order by chunk`,
      [drawId, start, start + chunksAtOnce],
    );
    for (const row of rows) yield row.hashes;
    if (rows.length < chunksAtOnce) return;
  }
}

/** A leaf's place in its draw's tree, and its path to the root. */
interface Inclusion {
  readonly index: number;
  readonly path: readonly Uint8Array[];
}

/** Finds a leaf in a sealed draw's tree, in a few look-ups at any size; null where the tree does not have it. */
export async function findInclusion(db: Queryable, drawId: string, leaf: Uint8Array): Promise<Inclusion | null> {
  const [row] = await db.query<{ chunk: number; hashes: Buffer }>(
    `select chunk, hashes from tree_chunk
     where draw_id = $1 and tier = 0 and first_hash <= $2 order by first_hash desc limit 1`,
    [drawId, leaf],
  );
  const index = row ? placeInChunk(leaf, row.chunk, row.hashes) : null;
  if (index === null) return null;
  const chunks = await db.query<{ hashes: Buffer }>(
    `select c.hashes from unnest($2::integer[]) with ordinality as w (chunk, number)
     join tree_chunk c on c.draw_id = $1 and c.tier = w.number - 1 and c.chunk = w.chunk
     order by c.tier`,
    [drawId, chunksOfPath(index)],
  );
  const path = pathThroughChunks(
    index,
    chunks.map((chunk) => chunk.hashes),
  );
  return { index, path };
}
