import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { Screen } from '#console/frame/Screen.tsx';
import { useMay } from '#console/api/useMay.ts';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { words } from '#console/words/en/settings.ts';
import { MyAccount } from './MyAccount.tsx';
import { OperatorList } from './OperatorList.tsx';
import { Site } from './Site.tsx';

const Webhooks = lazySheet(async () => (await import('./Webhooks.tsx')).Webhooks);

const MachineKeys = lazySheet(async () => (await import('./MachineKeys.tsx')).MachineKeys);

const parts: Readonly<Record<string, ReactNode>> = {
  operators: <OperatorList />,
  console: <Site />,
  webhooks: <Webhooks />,
  keys: <MachineKeys />,
};

/** The operator's own account, all operators, what this console runs on, the endpoints of webhooks, and the keys of programs. */
export default function Settings() {
  const { view } = useAddress();
  const sees = useMay('listOperators');
  const views = [
    { name: words.views.mine, search: '' },
    ...(sees
      ? [
          { name: words.views.operators, search: 'view=operators' },
          { name: words.views.site, search: 'view=console' },
          { name: words.views.webhooks, search: 'view=webhooks' },
          { name: words.views.keys, search: 'view=keys' },
        ]
      : []),
  ];
  // The caps were here before they were a tab of the draws.
  if (view === 'caps') return <Redirect to="/caps" replace />;
  return (
    <Screen title={words.title} views={views}>
      {sees && view !== null && view in parts ? parts[view] : <MyAccount />}
    </Screen>
  );
}
