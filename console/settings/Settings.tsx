import { Screen } from '#console/frame/Screen.tsx';
import { useMe } from '#console/api/session-state.ts';
import { useAddress } from '#console/kit/useAddress.ts';
import { words } from '#console/words/en/settings.ts';
import { Mine } from './Mine.tsx';
import { OperatorList, seesOperators } from './OperatorList.tsx';
import { Site } from './Site.tsx';

/** Mine, the operators, and what this console runs on. */
export default function Settings() {
  const { roles } = useMe();
  const { view } = useAddress();
  const sees = roles.some((role) => seesOperators.includes(role));
  const views = [
    { name: words.views.mine, search: '' },
    ...(sees
      ? [
          { name: words.views.operators, search: 'view=operators' },
          { name: words.views.site, search: 'view=console' },
        ]
      : []),
  ];
  return (
    <Screen title={words.title} views={views}>
      {sees && view === 'operators' ? <OperatorList /> : sees && view === 'console' ? <Site /> : <Mine />}
    </Screen>
  );
}
