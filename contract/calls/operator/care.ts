import { get, post } from './answered-with-data.ts';

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

export const listCareCases = get(cases);
export const listCareSigns = get('/operator/care/signs');
export const getCareFigures = get('/operator/care/figures');
export const getCareCase = get(`${cases}/{id}`);
export const getPlayerCare = get('/operator/clients/{id}/care');
export const listCareThresholds = get('/operator/care/thresholds');
export const createCareCase = post(cases, 201);
export const noteCareContact = post(`${cases}/{id}/contacts`, 201);
export const assignCareCase = post(`${cases}/{id}/assign`);
export const closeCareCase = post(`${cases}/{id}/close`);
