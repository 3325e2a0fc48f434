import type { Told } from './start.ts';

/** The notices of a stand-in, and where they go. Until a test says where, nothing is sent. */
export function createNotices(headersOf: (address: string, body: string) => Record<string, string>) {
  const told: Told[] = [];
  let callback: string | null = null;

  return {
    told,
    setAddress: (address: string | null) => void (callback = address),
    /** @param isSent false: it is only kept, for a test that changes it @returns whether it was answered with 200 */
    async send(fields: object, isSent = true): Promise<boolean> {
      if (callback === null) return true;
      const body = JSON.stringify(fields);
      const headers = headersOf(callback, body);
      let answered = 0;
      try {
        if (isSent) answered = (await fetch(callback, { method: 'POST', headers, body })).status;
      } catch {
        // Nobody is there.
      }
      told.push({ address: callback, headers, body, answered });
      return answered === 200;
    },
  };
}
