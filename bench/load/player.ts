/** The players of the bench are the clients from here on; the site has clients of its own before them. */
export const firstClientId = 1_000_000;

export const tokenPrefix = 'bench-';

/** The session token of a client of the bench. */
export function tokenOf(clientId: number): string {
  return `${tokenPrefix}${clientId}`;
}
