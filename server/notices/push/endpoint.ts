import { isAtNamedHost } from '#server/http/named-host.ts';

/** The push services of Chrome, Firefox, Edge and Safari. `*.` stands for any names before. */
export const usualPushHosts = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
] as const;

/**
 * Whether we may send to an address that a browser gave us. It comes from a stranger, so it must not lead into our own
 * network: only https, the usual port, and hosts that are known as push services.
 */
export function isPushEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  return URL.canParse(endpoint) && isAtNamedHost(new URL(endpoint), hosts);
}
