import type { OperatorRole } from '#contract/operator/roles.ts';

const roles: Readonly<Record<OperatorRole, string>> = {
  support: 'support',
  payments: 'payments',
  draws: 'draws',
  risk: 'risk',
  compliance: 'compliance',
  auditor: 'auditor',
  admin: 'admin',
};

export const words = {
  console: 'console',
  screens: 'Screens',
  band: {
    demo: { name: 'DEMO', says: 'play money, invented players: nothing here is paid' },
    production: { name: 'PRODUCTION', says: 'real money, real players' },
  },
  bandLabel: 'What is real here',
  sessionEnds: 'Session ends',
  waits: 'waits for somebody',
  moreThan: (most: string) => `${most}+`,
  idleAfter: 'Idle out after 15 min',
  signOut: 'Sign out',
  find: 'Phone, e-mail, serial, payment, reference, name',
  times: (zone: string) => `Times in ${zone}, UTC on hover`,
  recorded: 'Looking is recorded',
  fresh: (age: string) => `Fresh ${age} ago`,
  stale: (age: string) => `Stale, ${age}`,
  allKeys: 'all keys',
  go: (name: string) => name.toLowerCase(),
  views: 'Views',
  view: {
    save: 'Save view',
    title: 'Save this view',
    name: 'Name',
    team: 'for everybody who shares a role with me',
    keep: 'Save',
    saved: (name: string) => `“${name}” is saved.`,
    remove: (name: string) => `remove the view ${name}`,
    removed: 'The view is removed.',
    by: (name: string) => `saved by ${name}`,
  },
  notFound: { title: 'Nothing here', says: 'There is no screen at this address, or your role does not see it.' },
  loading: 'Loading…',
  failed: {
    title: 'This screen did not come.',
    says: 'Its files could not be loaded, or it has a fault. A new version may have taken their place.',
    again: 'Load the page again',
  },
  skip: 'Skip to the content',
  role: (role: OperatorRole) => roles[role],
};
