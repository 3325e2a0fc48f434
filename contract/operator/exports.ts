import * as v from 'valibot';
import * as calls from '#contract/calls/operator/exports.ts';
import { describeCalls } from '#contract/endpoint.ts';
import { countries } from '#domain/countries.ts';
import { listRequests } from './acts.ts';
import { listViews } from './audit.ts';
import { listCareCases, listCareSigns } from './care.ts';
import { listIdentityChecks } from './documents.ts';
import { listDraws, listStops } from './draws.ts';
import { listBankFigures, listFigureDraws, listMismatches } from './money.ts';
import { listOperators } from './operators.ts';
import { listAlarms } from './overview.ts';
import { listAdjustments } from './payments.ts';
import {
  listedStates,
  listMayNotPlay,
  listPlayerLooks,
  listPlayerPayments,
  listPlayers,
  listPlayerStatement,
  listPlayerTickets,
} from './players.ts';
import { replayDraw, replayPlayer } from './replay.ts';
import { asked, asking, askingProblems, clientId, momentProblems, uuidId } from './values.ts';

const describe = describeCalls('Exports', calls);

/** A file of more people than this takes two. */
export const mostPeople = 1_000;

const file = {
  caller: 'operator',
  roles: ['compliance', 'auditor'],
  answer: v.string(),
  mediaTypes: ['text/csv'],
} as const;
const summary = 'The same list as a file, at most 1,000,000 lines. It is written down who took it.';
const summaryOfPeople =
  'The same list as a file of at most 1,000 people: more take two. It is written down who took it.';
const problems = ['unauthenticated', 'not_allowed'] as const;
const problemsOfOne = [...problems, 'not_found'] as const;
const problemsOfPeople = [...problems, 'conflict'] as const;

/** The filters of a list, without its pages. */
function filtersOf<
  const S extends { readonly cursor: v.GenericSchema; readonly limit: v.GenericSchema } & v.ObjectEntries,
>(query: v.ObjectSchema<S, undefined>) {
  return v.omit(query, ['cursor', 'limit'] as never) as v.ObjectSchema<Omit<S, 'cursor' | 'limit'>, undefined>;
}

export const exportRequests = describe('exportRequests', {
  ...file,
  summary,
  problems,
  query: filtersOf(listRequests.query),
});
export const exportViews = describe('exportViews', { ...file, summary, problems, query: filtersOf(listViews.query) });
export const exportDraws = describe('exportDraws', { ...file, summary, problems, query: filtersOf(listDraws.query) });
export const exportStops = describe('exportStops', { ...file, summary, problems, query: filtersOf(listStops.query) });
export const exportAlarms = describe('exportAlarms', {
  ...file,
  summary,
  problems,
  query: filtersOf(listAlarms.query),
});
export const exportAdjustments = describe('exportAdjustments', {
  ...file,
  summary,
  problems,
  query: filtersOf(listAdjustments.query),
});
export const exportMismatches = describe('exportMismatches', {
  ...file,
  summary,
  problems,
  query: filtersOf(listMismatches.query),
});
export const exportFigureDraws = describe('exportFigureDraws', {
  ...file,
  summary,
  problems,
  query: filtersOf(listFigureDraws.query),
});
export const exportBankFigures = describe('exportBankFigures', {
  ...file,
  summary,
  problems,
  query: filtersOf(listBankFigures.query),
});
export const exportOperators = describe('exportOperators', {
  ...file,
  summary,
  problems,
  query: filtersOf(listOperators.query),
});
export const exportIdentityChecks = describe('exportIdentityChecks', {
  ...file,
  summary,
  problems,
  query: filtersOf(listIdentityChecks.query),
});
export const exportPlayers = describe('exportPlayers', {
  ...file,
  summary: summaryOfPeople,
  problems: problemsOfPeople,
  query: filtersOf(listPlayers.query),
});
export const exportMayNotPlay = describe('exportMayNotPlay', {
  ...file,
  summary: summaryOfPeople,
  problems: problemsOfPeople,
  query: filtersOf(listMayNotPlay.query),
});
export const exportPlayerTickets = describe('exportPlayerTickets', {
  ...file,
  summary,
  problems: problemsOfOne,
  params: clientId,
  query: filtersOf(listPlayerTickets.query),
});
export const exportPlayerStatement = describe('exportPlayerStatement', {
  ...file,
  summary,
  problems: problemsOfOne,
  params: clientId,
  query: filtersOf(listPlayerStatement.query),
});
export const exportPlayerPayments = describe('exportPlayerPayments', {
  ...file,
  summary,
  problems: problemsOfOne,
  params: clientId,
  query: filtersOf(listPlayerPayments.query),
});
export const exportPlayerLooks = describe('exportPlayerLooks', {
  ...file,
  summary,
  problems: problemsOfOne,
  params: clientId,
  query: filtersOf(listPlayerLooks.query),
});
export const exportPlayerReplay = describe('exportPlayerReplay', {
  ...file,
  summary,
  problems: [...problemsOfOne, ...momentProblems],
  params: clientId,
  query: filtersOf(replayPlayer.query),
});
export const exportDrawReplay = describe('exportDrawReplay', {
  ...file,
  summary,
  problems: problemsOfOne,
  params: uuidId,
  query: filtersOf(replayDraw.query),
});

export const exportCareCases = describe('exportCareCases', {
  ...file,
  summary: summaryOfPeople,
  problems: problemsOfPeople,
  query: filtersOf(listCareCases.query),
});
export const exportCareSigns = describe('exportCareSigns', {
  ...file,
  summary: summaryOfPeople,
  problems: problemsOfPeople,
  query: filtersOf(listCareSigns.query),
});

export const askToExportPeople = describe('askToExportPeople', {
  caller: 'operator',
  roles: ['compliance'],
  approvers: ['auditor'],
  summary:
    'Ask for a file of more than 1,000 players of a state and of some countries. The auditor has to approve it within the hour; the worker makes it, the audit keeps its hash, and it is deleted after 24 hours.',
  body: v.strictObject({
    state: v.optional(v.picklist(listedStates)),
    countries: v.optional(v.pipe(v.array(v.picklist(countries)), v.minLength(1), v.maxLength(countries.length))),
    ...asking,
  }),
  answer: asked,
  problems: askingProblems,
});

export const getPeopleFile = describe('getPeopleFile', {
  caller: 'operator',
  roles: ['compliance', 'auditor'],
  summary: 'The file that two asked for, by the id of the request, for 24 hours. It is written down who took it.',
  params: uuidId,
  answer: v.string(),
  mediaTypes: ['text/csv'],
  problems: ['unauthenticated', 'not_allowed', 'not_found'],
});

export const exportEndpoints = [
  exportRequests,
  exportViews,
  exportDraws,
  exportStops,
  exportAlarms,
  exportAdjustments,
  exportMismatches,
  exportFigureDraws,
  exportBankFigures,
  exportOperators,
  exportIdentityChecks,
  exportPlayers,
  exportMayNotPlay,
  exportPlayerTickets,
  exportPlayerStatement,
  exportPlayerPayments,
  exportPlayerLooks,
  exportPlayerReplay,
  exportDrawReplay,
  exportCareCases,
  exportCareSigns,
  askToExportPeople,
  getPeopleFile,
] as const;
