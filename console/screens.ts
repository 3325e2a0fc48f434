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

interface ScreenOf<Module extends string, Tab extends string> {
  /** The address; `:id` stands for one segment. */
  readonly path: string;
  /** The module of its code, loaded on the first visit. */
  readonly module: Module;
  readonly place: PlaceName;
  /** Its tab, where it has one: its name among the words, and a second key after `g` if it is not the place's own. */
  readonly tab?: { readonly name: Tab; readonly key?: string };
  /** The right that opens it: the call that it makes first. */
  readonly shows: Right;
}

const list = [
  { path: '/', module: 'overview/Overview.tsx', place: 'overview', shows: 'getOverview', tab: { name: 'overview' } },
  { path: '/inbox', module: 'inbox/Inbox.tsx', place: 'inbox', shows: 'listInbox', tab: { name: 'toDo' } },
  {
    path: '/alarms',
    module: 'inbox/Alarms.tsx',
    place: 'inbox',
    shows: 'listAlarms',
    tab: { name: 'alarms', key: 'a' },
  },
  {
    path: '/requests',
    module: 'requests/Requests.tsx',
    place: 'inbox',
    shows: 'listRequests',
    tab: { name: 'requests', key: 'r' },
  },
  { path: '/requests/:id', module: 'requests/Requests.tsx', place: 'inbox', shows: 'listRequests' },
  {
    path: '/shift-notes',
    module: 'inbox/ShiftNotes.tsx',
    place: 'inbox',
    shows: 'listShiftNotes',
    tab: { name: 'shift', key: 'n' },
  },
  { path: '/draws', module: 'draws/Draws.tsx', place: 'draws', shows: 'listDraws', tab: { name: 'list' } },
  { path: '/draws/:id', module: 'draws/Draw.tsx', place: 'draws', shows: 'getDraw' },
  { path: '/draws/:id/replay', module: 'replay/DrawReplay.tsx', place: 'draws', shows: 'replayDraw' },
  {
    path: '/timetable',
    module: 'timetable/Timetable.tsx',
    place: 'draws',
    shows: 'getTimetable',
    tab: { name: 'timetable', key: 't' },
  },
  { path: '/stops', module: 'stops/Stops.tsx', place: 'draws', shows: 'listStops', tab: { name: 'stops', key: 'h' } },
  {
    path: '/caps',
    module: 'exposure/caps/Caps.tsx',
    place: 'draws',
    shows: 'readCaps',
    tab: { name: 'caps', key: 'c' },
  },
  {
    path: '/exposure',
    module: 'exposure/Exposure.tsx',
    place: 'draws',
    shows: 'listExposures',
    tab: { name: 'exposure', key: 'x' },
  },
  { path: '/players', module: 'players/Players.tsx', place: 'players', shows: 'listPlayers', tab: { name: 'list' } },
  { path: '/players/:id', module: 'players/Player.tsx', place: 'players', shows: 'getPlayer' },
  { path: '/players/:id/replay', module: 'replay/PlayerDay.tsx', place: 'players', shows: 'getPlayerDay' },
  {
    path: '/documents',
    module: 'documents/Documents.tsx',
    place: 'players',
    shows: 'listIdentityChecks',
    tab: { name: 'documents' },
  },
  { path: '/care', module: 'care/Care.tsx', place: 'players', shows: 'listCareCases', tab: { name: 'care', key: 'k' } },
  {
    path: '/payments',
    module: 'payments/Payments.tsx',
    place: 'payments',
    shows: 'listOperatorPayments',
    tab: { name: 'payments' },
  },
  { path: '/payments/:id', module: 'payments/Payment.tsx', place: 'payments', shows: 'getOperatorPayment' },
  { path: '/money', module: 'money/Money.tsx', place: 'money', shows: 'getBooks', tab: { name: 'money' } },
  // Each role sees some of them: the list is the server's.
  { path: '/reports', module: 'reports/Reports.tsx', place: 'reports', shows: 'listReports', tab: { name: 'reports' } },
  { path: '/reports/:id', module: 'reports/Report.tsx', place: 'reports', shows: 'getReport' },
  { path: '/audit', module: 'audit/Audit.tsx', place: 'audit', shows: 'listAudit', tab: { name: 'audit' } },
  {
    path: '/settings',
    module: 'settings/Settings.tsx',
    place: 'settings',
    shows: 'getOperator',
    tab: { name: 'settings' },
  },
] as const satisfies readonly ScreenOf<string, string>[];

export type ScreenModule = (typeof list)[number]['module'];
type TabName = Extract<(typeof list)[number], { readonly tab: object }>['tab']['name'];
export type ScreenEntry = ScreenOf<ScreenModule, TabName>;

/**
 * Every screen of the console, the only such list: the router, the rail, the tabs, the keys `g …` and the addresses that the
 * server answers come from it. `/` leads to the first one that the operator may see.
 */
export const screens: readonly ScreenEntry[] = list;
