/**
 * Whether an address that others gave us leads only to hosts that we named: https, the usual port, no user and no password.
 *
 * @param hosts `*.` stands for any names before
 */
export function isAtNamedHost(
  { protocol, port, hostname, username, password }: URL,
  hosts: readonly string[],
): boolean {
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host));
}
