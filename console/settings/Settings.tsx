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

const parts: Readonly<Record<string, ReactNode>> = {
  operators: <OperatorList />,
  console: <Site />,
  webhooks: <Webhooks />,
};

/** The operator's own account, all operators, what this console runs on, and the endpoints of webhooks. */
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
