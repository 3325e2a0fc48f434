import { rename, rm } from 'node:fs/promises';

/** Replaces a build by the next one. Each is whole, or is not there: a site that runs may read it at any time. */
export async function putInPlace(built: string, destination: string): Promise<void> {
  await rm(destination, { recursive: true, force: true });
  await rename(built, destination);
}
