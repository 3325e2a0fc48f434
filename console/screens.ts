import type { Right } from '#contract/operator/rights.ts';

/**
 * The places of the rail, in its order: the second key after `g`, and where a group begins. The screens of a place are its
 * tabs, and the rail leads to the first one that the operator may see.
 */
export const places = [
  { name: 'overview', key: 'o' },
  { name: 'inbox', key: 'i' },
  { name: 'draws', key: 'd', begins: true },
  { name: 'players', key: 'p' },
  { name: 'payments', key: 'y' },
  { name: 'money', key: 'm', begins: true },
  { name: 'reports', key: 'e' },
  { name: 'audit', key: 'u' },
  { name: 'settings', key: 's' },
] as const;

export type PlaceName = (typeof places)[number]['name'];

interface ScreenOf<Path extends string, Tab extends string> {
  /** The address; `:id` stands for one segment. */
  readonly path: Path;
  readonly place: PlaceName;
  /** Its tab, where it has one: its name among the words, and a second key after `g` if it is not the place's own. */
  readonly tab?: { readonly name: Tab; readonly key?: string };
  /** The right that opens it: the call that it makes first. */
  readonly shows: Right;
}

const list = [
  { path: '/', place: 'overview', shows: 'getOverview', tab: { name: 'overview' } },
  { path: '/inbox', place: 'inbox', shows: 'listInbox', tab: { name: 'toDo' } },
  { path: '/alarms', place: 'inbox', shows: 'listAlarms', tab: { name: 'alarms', key: 'a' } },
  { path: '/requests', place: 'inbox', shows: 'listRequests', tab: { name: 'requests', key: 'r' } },
  { path: '/requests/:id', place: 'inbox', shows: 'listRequests' },
  { path: '/shift-notes', place: 'inbox', shows: 'listShiftNotes', tab: { name: 'shift', key: 'n' } },
  { path: '/draws', place: 'draws', shows: 'listDraws', tab: { name: 'list' } },
  { path: '/draws/:id', place: 'draws', shows: 'getDraw' },
  { path: '/draws/:id/replay', place: 'draws', shows: 'replayDraw' },
  { path: '/timetable', place: 'draws', shows: 'getTimetable', tab: { name: 'timetable', key: 't' } },
  { path: '/stops', place: 'draws', shows: 'listStops', tab: { name: 'stops', key: 'h' } },
  { path: '/caps', place: 'draws', shows: 'readCaps', tab: { name: 'caps', key: 'c' } },
  { path: '/exposure', place: 'draws', shows: 'listExposures', tab: { name: 'exposure', key: 'x' } },
  { path: '/players', place: 'players', shows: 'listPlayers', tab: { name: 'list' } },
  { path: '/players/:id', place: 'players', shows: 'getPlayer' },
  { path: '/players/:id/replay', place: 'players', shows: 'getPlayerDay' },
  { path: '/documents', place: 'players', shows: 'listIdentityChecks', tab: { name: 'documents' } },
  { path: '/care', place: 'players', shows: 'listCareCases', tab: { name: 'care', key: 'k' } },
  { path: '/payments', place: 'payments', shows: 'listOperatorPayments', tab: { name: 'payments' } },
  { path: '/payments/:id', place: 'payments', shows: 'getOperatorPayment' },
  { path: '/money', place: 'money', shows: 'getBooks', tab: { name: 'money' } },
  // Each role sees some of them: the list is the server's.
  { path: '/reports', place: 'reports', shows: 'listReports', tab: { name: 'reports' } },
  { path: '/reports/:id', place: 'reports', shows: 'getReport' },
  { path: '/audit', place: 'audit', shows: 'listAudit', tab: { name: 'audit' } },
  { path: '/settings', place: 'settings', shows: 'getOperator', tab: { name: 'settings' } },
] as const satisfies readonly ScreenOf<string, string>[];

export type ScreenPath = (typeof list)[number]['path'];
type TabName = Extract<(typeof list)[number], { readonly tab: object }>['tab']['name'];
export type ScreenEntry = ScreenOf<ScreenPath, TabName>;

/**
 * Every screen of the console, the only such list: the router, the rail, the tabs, the keys `g …` and the addresses that the
 * server answers come from it. `/` leads to the first one that the operator may see.
 */
export const screens: readonly ScreenEntry[] = list;
