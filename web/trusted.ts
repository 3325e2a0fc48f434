/** The page's content security policy takes scripts by address from this policy only: the app's own. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('izi', {
  createScriptURL: ownAddress,
});

interface TrustedTypes {
  createPolicy(name: string, rules: Rules): Rules;
}
interface Rules {
  /** The text, wrapped by the browser. */
  createScriptURL(address: string): string;
}

/** The address of one of the app's own scripts, as a worker may be started with; throws for any other. */
export function trustedScript(address: string): string {
  return policy ? policy.createScriptURL(address) : ownAddress(address);
}

function ownAddress(address: string): string {
  const { origin, pathname } = new URL(address, location.href);
  const isOwn = pathname.startsWith('/assets/') || pathname === '/service-worker.js';
  // While developing, the scripts are where their sources are.
  if (origin === location.origin && (isOwn || import.meta.env.DEV)) return address;
  throw new TypeError(`not a script of this app: ${address}`);
}
