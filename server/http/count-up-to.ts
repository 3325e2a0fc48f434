/** Counts per key, with a limit. Keys at zero take no memory. */
export interface CountUpTo<K> {
  /** Whether the key is below the limit. */
  hasRoom(key: K): boolean;
  add(key: K): void;
  remove(key: K): void;
}

export function countUpTo<K>(most: number): CountUpTo<K> {
  const counts = new Map<K, number>();
  return {
    hasRoom: (key) => (counts.get(key) ?? 0) < most,
    add: (key) => void counts.set(key, (counts.get(key) ?? 0) + 1),
    remove(key) {
      const count = counts.get(key)! - 1;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}
