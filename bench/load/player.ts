/** The ids of the bench's clients start here; the site's own clients have lower ids. */
export const firstClientId = 1_000_000;

export const tokenPrefix = 'bench-';

/** The session token of a client of the bench. */
export function tokenOf(clientId: number): string {
  return `${tokenPrefix}${clientId}`;
}
