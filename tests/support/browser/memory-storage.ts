/** A browser's storage in memory, for the modules of `web` that store something. Its items are its own properties, as in a browser. */
export function memoryStorage(initial: Readonly<Record<string, string>> = {}): Storage {
  const items = Object.create({
    get length() {
      return Object.keys(items).length;
    },
    key: (index: number) => Object.keys(items)[index] ?? null,
    getItem: (key: string) => (Object.hasOwn(items, key) ? items[key] : null),
    setItem: (key: string, value: string) => void (items[key] = value),
    removeItem: (key: string) => void delete items[key],
    clear: () => Object.keys(items).forEach((key) => delete items[key]),
  }) as Record<string, string> & Storage;
  return Object.assign(items, initial);
}
