import type { OperatorRole } from '#contract/operator/roles.ts';

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
    /** Which count of `countWaiting` stands there. */
    readonly waits?: 'alarms' | 'requests' | 'payments' | 'documents';
  };
  /** Who may see it; everybody where it names none. The server decides: this only leaves out what it would refuse. */
  readonly roles?: readonly OperatorRole[];
}

const draws = ['support', 'payments', 'draws', 'risk', 'compliance', 'auditor'] as const;
const stops = ['draws', 'risk', 'compliance', 'auditor'] as const;
const players = ['support', 'payments', 'risk', 'compliance', 'auditor'] as const;
const documents = ['risk', 'compliance', 'auditor'] as const;
const care = ['support', 'risk', 'compliance', 'auditor'] as const;
const payments = ['payments', 'risk', 'compliance', 'auditor'] as const;
const reports = ['payments', 'draws', 'risk', 'compliance', 'auditor'] as const;

const list = [
  { path: '/', module: 'overview/Overview.tsx', roles: draws, rail: { name: 'overview', key: 'o' } },
  { path: '/alarms', module: 'overview/Alarms.tsx', rail: { name: 'alarms', key: 'a', waits: 'alarms' } },
  { path: '/draws', module: 'draws/Draws.tsx', roles: draws, rail: { name: 'draws', key: 'd', begins: true } },
  { path: '/draws/:id', module: 'draws/Draw.tsx', roles: draws },
  { path: '/draws/:id/replay', module: 'replay/DrawReplay.tsx', roles: draws },
  {
    path: '/timetable',
    module: 'timetable/Timetable.tsx',
    roles: stops,
    rail: { name: 'timetable', key: 't' },
  },
  { path: '/exposure', module: 'exposure/Exposure.tsx', roles: stops, rail: { name: 'exposure', key: 'x' } },
  { path: '/stops', module: 'stops/Stops.tsx', roles: stops, rail: { name: 'stops', key: 'h' } },
  {
    path: '/players',
    module: 'players/Players.tsx',
    roles: players,
    rail: { name: 'players', key: 'p', begins: true },
  },
  { path: '/players/:id', module: 'players/Player.tsx', roles: players },
  { path: '/players/:id/replay', module: 'replay/PlayerDay.tsx', roles: players },
  {
    path: '/documents',
    module: 'documents/Documents.tsx',
    roles: documents,
    rail: { name: 'documents', key: 'i', waits: 'documents' },
  },
  { path: '/care', module: 'care/Care.tsx', roles: care, rail: { name: 'care', key: 'k' } },
  {
    path: '/payments',
    module: 'payments/Payments.tsx',
    roles: payments,
    rail: { name: 'payments', key: 'y', waits: 'payments' },
  },
  { path: '/payments/:id', module: 'payments/Payment.tsx', roles: payments },
  { path: '/money', module: 'money/Money.tsx', roles: payments, rail: { name: 'money', key: 'm' } },
  // Each role sees some of them: the list is the server's. `g r` is that of the requests.
  { path: '/reports', module: 'reports/Reports.tsx', roles: reports, rail: { name: 'reports', key: 'e' } },
  { path: '/reports/:id', module: 'reports/Report.tsx', roles: reports },
  {
    path: '/requests',
    module: 'requests/Requests.tsx',
    rail: { name: 'requests', key: 'r', begins: true, waits: 'requests' },
  },
  { path: '/requests/:id', module: 'requests/Requests.tsx' },
  { path: '/audit', module: 'audit/Audit.tsx', rail: { name: 'audit', key: 'u' } },
  { path: '/settings', module: 'settings/Settings.tsx', rail: { name: 'settings', key: 's' } },
] as const satisfies readonly ScreenOf<string, string>[];

export type ScreenModule = (typeof list)[number]['module'];
type ScreenName = Extract<(typeof list)[number], { readonly rail: object }>['rail']['name'];
export type ScreenEntry = ScreenOf<ScreenModule, ScreenName>;

/**
 * Every screen of the console, the only such list: the router, the rail, the keys `g …` and the addresses that the server
 * answers come from it. `/` leads to the first one that the operator may see.
 */
export const screens: readonly ScreenEntry[] = list;
