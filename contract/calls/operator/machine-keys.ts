import { get, post } from './answered-with-data.ts';

/** The rights that a machine key can have. All but the last one only read; none moves money, changes a route, or reads a person. */
export const machineScopes = [
  'payments:read',
  'draws:read',
  'figures:read',
  'reports:read',
  'statements:read',
  'webhooks:replay',
] as const;
export type MachineScope = (typeof machineScopes)[number];

export const machineKeyStates = ['asked', 'good', 'ended', 'revoked'] as const;

/** The id of a key stands in it: `izi_<id>_<secret>`. */
export const machineKeyIdLength = 12;

const keys = '/operator/machine-keys';

export const listMachineKeys = get(keys);
export const revokeMachineKey = post(`${keys}/{id}/revoke`);
