import { Screen } from '#console/frame/Screen.tsx';
import { useMe } from '#console/api/session-state.ts';
import { useAddress } from '#console/kit/useAddress.ts';
import { CapSections, seesCaps } from '#console/exposure/caps/CapSections.tsx';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { words } from '#console/words/en/settings.ts';
import { Mine } from './Mine.tsx';
import { OperatorList, seesOperators } from './OperatorList.tsx';
import { Site } from './Site.tsx';

/** Mine, the operators, the caps of every draw, and what this console runs on. */
export default function Settings() {
  const { roles } = useMe();
  const { view } = useAddress();
  const sees = roles.some((role) => seesOperators.includes(role));
  const seesTheCaps = roles.some((role) => seesCaps.includes(role));
  const views = [
    { name: words.views.mine, search: '' },
    ...(sees
      ? [
          { name: words.views.operators, search: 'view=operators' },
          { name: words.views.site, search: 'view=console' },
        ]
      : []),
    ...(seesTheCaps ? [{ name: words.views.caps, search: 'view=caps' }] : []),
  ];
  return (
    <Screen title={words.title} views={views}>
      {sees && view === 'operators' ? (
        <OperatorList />
      ) : sees && view === 'console' ? (
        <Site />
      ) : seesTheCaps && view === 'caps' ? (
        <Panel fills>
          <Scroll>
            <CapSections draw={null} />
          </Scroll>
        </Panel>
      ) : (
        <Mine />
      )}
    </Screen>
  );
}
