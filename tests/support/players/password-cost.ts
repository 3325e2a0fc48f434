import { setPasswordCost } from '#server/identity/passwords/password.ts';

/** For servers inside a test. Servers in a process of their own have the usual cost. */
export function lowerPasswordCost(): void {
  setPasswordCost({ memory: 1_024, passes: 1, parallelism: 1 });
}
