import { isRemembered, storeToken } from '#web/api/token.ts';

/** Replaces the token of the running session, as after a changed password. */
export function renewToken(jwt: string): void {
  storeToken(`Bearer ${jwt}`, isRemembered());
}
