import type { KeyRing } from './key-ring.ts';
import { openSealed, seal } from './sealed.ts';

/** A value that `seal` made for a client. */
export interface SealedValue {
  readonly client_id: number;
  readonly sealed: Buffer;
}

/** Where sealed values lie, at most one for each client. */
export interface SealedColumn {
  /** The context that binds a value to its client. */
  contextOf(clientId: number): Uint8Array;
  /** Reads values under these keys, ordered by client, of clients after this one. */
  read(keyIds: readonly Buffer[], after: number, most: number): Promise<SealedValue[]>;
  /** Replaces a value, unless somebody else has replaced it meanwhile. */
  replace(value: SealedValue, anew: Buffer): Promise<unknown>;
}

export interface SealedAnew {
  readonly sealed: number;
  /** Values that were changed, or are another client's. */
  readonly unreadable: number;
}

const batch = 500;

/** Seals under the current key what a former one seals, so that the former one may go. May be stopped anywhere. */
export async function sealAnew(
  keys: KeyRing,
  { contextOf, read, replace }: SealedColumn,
  stopping: AbortSignal,
): Promise<SealedAnew> {
  const done = { sealed: 0, unreadable: 0 };
  const former = keys.former.map(({ id }) => id);
  for (let last = 0; former.length > 0 && !stopping.aborted;) {
    const values = await read(former, last, batch);
    for (const value of values) {
      const anew = trySealAnew(keys, value, contextOf(value.client_id));
      done[anew === null ? 'unreadable' : 'sealed'] += 1;
      if (anew !== null) await replace(value, anew);
    }
    if (values.length < batch) break;
    last = values.at(-1)!.client_id;
  }
  return done;
}

function trySealAnew(keys: KeyRing, { sealed }: SealedValue, context: Uint8Array): Buffer | null {
  try {
    return seal(keys, openSealed(keys, sealed, context), context);
  } catch {
    return null;
  }
}
