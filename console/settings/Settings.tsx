import { Redirect } from 'wouter';
import { Screen } from '#console/frame/Screen.tsx';
import { useMay } from '#console/api/useMay.ts';
import { useAddress } from '#console/kit/useAddress.ts';
import { words } from '#console/words/en/settings.ts';
import { MyAccount } from './MyAccount.tsx';
import { OperatorList } from './OperatorList.tsx';
import { Site } from './Site.tsx';

/** The operator's own account, all operators, and what this console runs on. */
export default function Settings() {
  const { view } = useAddress();
  const sees = useMay('listOperators');
  const views = [
    { name: words.views.mine, search: '' },
    ...(sees
      ? [
          { name: words.views.operators, search: 'view=operators' },
          { name: words.views.site, search: 'view=console' },
        ]
      : []),
  ];
  // The caps were here before they were a tab of the draws.
  if (view === 'caps') return <Redirect to="/caps" replace />;
  return (
    <Screen title={words.title} views={views}>
      {sees && view === 'operators' ? <OperatorList /> : sees && view === 'console' ? <Site /> : <MyAccount />}
    </Screen>
  );
}
