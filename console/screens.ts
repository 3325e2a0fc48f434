import type { Right } from '#contract/operator/rights.ts';

interface ScreenOf<Module extends string, Name extends string> {
  /** The address; `:id` stands for one segment. */
  readonly path: string;
  /** The module of its code, loaded on the first visit. */
  readonly module: Module;
  /** Its line in the rail, where it has one: its name among the words, the second key after `g`, and where a group begins. */
  readonly rail?: {
    readonly name: Name;
    readonly key: string;
    readonly begins?: true;
    /** Which count of `countWaiting` is there. */
    readonly waits?: 'alarms' | 'requests' | 'payments' | 'documents';
  };
  /** The right that opens it: the call that it makes first. */
  readonly shows: Right;
}

const list = [
  { path: '/', module: 'overview/Overview.tsx', shows: 'getOverview', rail: { name: 'overview', key: 'o' } },
  {
    path: '/alarms',
    module: 'overview/Alarms.tsx',
    shows: 'listAlarms',
    rail: { name: 'alarms', key: 'a', waits: 'alarms' },
  },
  { path: '/draws', module: 'draws/Draws.tsx', shows: 'listDraws', rail: { name: 'draws', key: 'd', begins: true } },
  { path: '/draws/:id', module: 'draws/Draw.tsx', shows: 'getDraw' },
  { path: '/draws/:id/replay', module: 'replay/DrawReplay.tsx', shows: 'replayDraw' },
  {
    path: '/timetable',
    module: 'timetable/Timetable.tsx',
    shows: 'getTimetable',
    rail: { name: 'timetable', key: 't' },
  },
  { path: '/exposure', module: 'exposure/Exposure.tsx', shows: 'listExposures', rail: { name: 'exposure', key: 'x' } },
  { path: '/stops', module: 'stops/Stops.tsx', shows: 'listStops', rail: { name: 'stops', key: 'h' } },
  {
    path: '/players',
    module: 'players/Players.tsx',
    shows: 'listPlayers',
    rail: { name: 'players', key: 'p', begins: true },
  },
  { path: '/players/:id', module: 'players/Player.tsx', shows: 'getPlayer' },
  { path: '/players/:id/replay', module: 'replay/PlayerDay.tsx', shows: 'getPlayerDay' },
  {
    path: '/documents',
    module: 'documents/Documents.tsx',
    shows: 'listIdentityChecks',
    rail: { name: 'documents', key: 'i', waits: 'documents' },
  },
  { path: '/care', module: 'care/Care.tsx', shows: 'listCareCases', rail: { name: 'care', key: 'k' } },
  {
    path: '/payments',
    module: 'payments/Payments.tsx',
    shows: 'listOperatorPayments',
    rail: { name: 'payments', key: 'y', waits: 'payments' },
  },
  { path: '/payments/:id', module: 'payments/Payment.tsx', shows: 'getOperatorPayment' },
  { path: '/money', module: 'money/Money.tsx', shows: 'getBooks', rail: { name: 'money', key: 'm' } },
  // Each role sees some of them: the list is the server's. `g r` is that of the requests.
  { path: '/reports', module: 'reports/Reports.tsx', shows: 'listReports', rail: { name: 'reports', key: 'e' } },
  { path: '/reports/:id', module: 'reports/Report.tsx', shows: 'getReport' },
  {
    path: '/requests',
    module: 'requests/Requests.tsx',
    shows: 'listRequests',
    rail: { name: 'requests', key: 'r', begins: true, waits: 'requests' },
  },
  { path: '/requests/:id', module: 'requests/Requests.tsx', shows: 'listRequests' },
  { path: '/audit', module: 'audit/Audit.tsx', shows: 'listAudit', rail: { name: 'audit', key: 'u' } },
  { path: '/settings', module: 'settings/Settings.tsx', shows: 'getOperator', rail: { name: 'settings', key: 's' } },
] as const satisfies readonly ScreenOf<string, string>[];

export type ScreenModule = (typeof list)[number]['module'];
type ScreenName = Extract<(typeof list)[number], { readonly rail: object }>['rail']['name'];
export type ScreenEntry = ScreenOf<ScreenModule, ScreenName>;

/**
 * Every screen of the console, the only such list: the router, the rail, the keys `g …` and the addresses that the server
 * answers come from it. `/` leads to the first one that the operator may see.
 */
export const screens: readonly ScreenEntry[] = list;
