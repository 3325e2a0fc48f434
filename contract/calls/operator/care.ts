const cases = '/operator/care/cases';

/** How somebody spoke to a player. */
export const contactWays = ['call', 'message', 'e-mail', 'visit'] as const;
/** How a case ended: play eased off, the player uses limits or a break, no harm was found, nobody could be reached. */
export const caseOutcomes = ['eased', 'tools', 'no_harm', 'unreached'] as const;
/** Signs that play harms somebody. docs/care.md says what each one counts, and why. */
export const careKinds = [
  'deposits',
  'deposited',
  'deposits_refused',
  'limits_raised',
  'staked',
  'chased',
  'draws_in_a_row',
  'night',
  'after_break',
] as const;

export const listCareCases = { method: 'GET', path: cases, status: 200, holds: 'data' } as const;
export const listCareSigns = { method: 'GET', path: '/operator/care/signs', status: 200, holds: 'data' } as const;
export const getCareFigures = { method: 'GET', path: '/operator/care/figures', status: 200, holds: 'data' } as const;
export const getCareCase = { method: 'GET', path: `${cases}/{id}`, status: 200, holds: 'data' } as const;
export const getPlayerCare = {
  method: 'GET',
  path: '/operator/clients/{id}/care',
  status: 200,
  holds: 'data',
} as const;
export const listCareThresholds = {
  method: 'GET',
  path: '/operator/care/thresholds',
  status: 200,
  holds: 'data',
} as const;
export const createCareCase = { method: 'POST', path: cases, status: 201, holds: 'data' } as const;
export const noteCareContact = { method: 'POST', path: `${cases}/{id}/contacts`, status: 201, holds: 'data' } as const;
export const assignCareCase = { method: 'POST', path: `${cases}/{id}/assign`, status: 200, holds: 'data' } as const;
export const closeCareCase = { method: 'POST', path: `${cases}/{id}/close`, status: 200, holds: 'data' } as const;
