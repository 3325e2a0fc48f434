import * as v from 'valibot';
import * as calls from '#contract/calls/operator/machine-keys.ts';
import { hex, instant, line, one, uuid } from '#contract/values.ts';
import { describeOperatorCalls } from './describe.ts';
import { acted, because, moment } from './values.ts';

const describe = describeOperatorCalls('Machine keys', calls);

/** The browser that asks for a key makes its id. */
export const machineKeyId = v.pipe(
  v.string(),
  v.regex(new RegExp(`^[a-z0-9]{${calls.machineKeyIdLength}}$`), `${calls.machineKeyIdLength} of a-z and 0-9.`),
);

const networkWanted =
  'Addresses and ranges such as 203.0.113.7 and 2001:db8::/48, not wider than /16, and /32 of IPv6.';
const address = v.union([v.pipe(v.string(), v.ipv4()), v.pipe(v.string(), v.ipv6())]);

/** Whether a text is an address, or a range that is too narrow to be the network of a whole provider. */
function isNetwork(text: string): boolean {
  const [ip = '', length, ...rest] = text.split('/');
  if (rest.length > 0 || ip.includes('%') || !v.is(address, ip)) return false;
  if (length === undefined) return true;
  const [least, most] = ip.includes(':') ? [32, 128] : [16, 32];
  return /^\d{1,3}$/.test(length) && Number(length) >= least && Number(length) <= most;
}

/** The rights of a key, its addresses, rate and end. The schemas of a request of the kind `machine_key`. */
export const machineKeyValues = {
  /** SHA-256 of the key. Nobody but the browser that made the key has seen it. */
  hash: v.pipe(hex, v.length(64, 'SHA-256 in hex.')),
  /** Whose program it is. */
  name: line(2, 60),
  scopes: v.pipe(
    v.array(v.picklist(calls.machineScopes, `One of ${calls.machineScopes.join(', ')}.`)),
    v.minLength(1, 'At least one scope.'),
    v.maxLength(calls.machineScopes.length),
    v.check((scopes) => new Set(scopes).size === scopes.length, 'Each scope once.'),
  ),
  addresses: v.pipe(
    v.array(v.pipe(v.string(), v.trim(), v.maxLength(50), v.check(isNetwork, networkWanted))),
    v.minLength(1, networkWanted),
    v.maxLength(20, 'At most 20 addresses and ranges.'),
  ),
  perMinute: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(6_000, 'At most 6,000 a minute.')),
  /** At most 365 days ahead. */
  endsAt: moment,
};

const key = v.object({
  id: v.string(),
  /** `asked`: two operators have not made it yet, so it is not taken. */
  state: v.picklist(calls.machineKeyStates),
  name: v.string(),
  scopes: v.array(v.picklist(calls.machineScopes)),
  addresses: v.array(v.string()),
  perMinute: v.number(),
  endsAt: instant,
  madeAt: v.nullable(instant),
  askedBy: v.nullable(v.string()),
  approvedBy: v.nullable(v.string()),
  revokedAt: v.nullable(instant),
  revokedBy: v.nullable(v.string()),
  lastUsedAt: v.nullable(instant),
  /** Today is a day of UTC. */
  usesToday: v.number(),
  /** Calls from another address, without the scope, or over the limit. */
  refusedToday: v.number(),
  request: v.nullable(uuid),
});

export const listMachineKeys = describe('listMachineKeys', {
  summary: 'The keys with which programs read, and how they are used; first those that wait for their approval.',
  answer: one(v.array(key)),
});

export const revokeMachineKey = describe('revokeMachineKey', {
  summary: 'Revoke a key. It is not taken any more from this moment on, also by a call that is under way.',
  params: v.object({ id: machineKeyId }),
  body: because,
  answer: acted({}),
  problems: ['not_found'],
});
