/** The page's CSP accepts script URLs from this Trusted Types policy only: the app's own scripts. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('izi', {
  createScriptURL: ownAddress,
});

export interface TrustedTypes {
  createPolicy(name: string, rules: Rules): Rules;
}
interface Rules {
  /** The text as a `TrustedScriptURL`. */
  createScriptURL(address: string): string;
}

/** The address of one of the app's own scripts, in the type that `Worker` accepts; throws for any other. */
export function trustedScript(address: string): string {
  return policy ? policy.createScriptURL(address) : ownAddress(address);
}

function ownAddress(address: string): string {
  const { origin, pathname } = new URL(address, location.href);
  const isOwn = pathname.startsWith('/assets/') || pathname === '/service-worker.js';
  // In development, the scripts are served from their source paths.
  if (origin === location.origin && (isOwn || import.meta.env.DEV)) return address;
  throw new TypeError(`not a script of this app: ${address}`);
}
