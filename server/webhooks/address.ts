import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { isAtNamedHost } from '#server/http/named-host.ts';
import { thisMachine } from '#server/settings.ts';

/** Why an event cannot be sent to an endpoint's address now. The console has the words. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  readonly code: UnreachableCode;

  constructor(code: UnreachableCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
type UnreachableCode = 'host_not_allowed' | 'no_address' | 'address_not_public' | 'no_answer' | 'too_late';

/** All of IPv4 that is not for everybody on the internet (RFC 6890 and the IANA registry), multicast and what is reserved. */
const notPublic4 = blockListOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);
/** Public addresses of IPv6 lie in 2000::/3. All others are private, local, mapped, or translated to an address of IPv4. */
const public6 = blockListOf('ipv6', ['2000::/3']);
const notPublic6 = blockListOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic4.check(address, 'ipv4');
  return isIP(address) === 6 && public6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}

/**
 * The address to connect to, looked up anew for each try: a name may have come to lead into our own network. All addresses of the
 * name have to be public, so that nobody can choose among them.
 *
 * @param hosts WEBHOOK_HOSTS; `*.` stands for any names before
 * @param lookUp for tests: the DNS has few names that lead into a private network
 * @throws Unreachable
 */
export async function resolveEndpoint(
  url: URL,
  hosts: readonly string[],
  lookUp: (name: string) => Promise<readonly LookupAddress[]> = (name) => lookup(name, { all: true }),
): Promise<LookupAddress> {
  const { hostname } = url;
  const isHere = hostname === thisMachine && hosts.includes(thisMachine);
  const isNamed = isIP(hostname) === 0 && isAtNamedHost(url, hosts);
  if (!isHere && !isNamed) throw new Unreachable('host_not_allowed');
  const found = await lookUp(hostname).catch((cause: unknown) => {
    throw new Unreachable('no_address', { cause });
  });
  if (found.length === 0) throw new Unreachable('no_address');
  if (!isHere && !found.every(({ address }) => isPublicAddress(address))) throw new Unreachable('address_not_public');
  // Not every machine reaches IPv6.
  return found.find(({ family }) => family === 4) ?? found[0]!;
}

function blockListOf(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}
