import { Screen } from '#console/frame/Screen.tsx';
import { useMay } from '#console/api/useMay.ts';
import { useAddress } from '#console/kit/useAddress.ts';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { words } from '#console/words/en/settings.ts';
import { MyAccount } from './MyAccount.tsx';
import { OperatorList } from './OperatorList.tsx';
import { Site } from './Site.tsx';

/** It is of the draws' screens, which an overview does not need. */
const CapSections = lazySheet(async () => (await import('#console/exposure/caps/CapSections.tsx')).CapSections);

/** The operator's own account, all operators, the caps of every draw, and what this console runs on. */
export default function Settings() {
  const { view } = useAddress();
  const sees = useMay('listOperators');
  const seesTheCaps = useMay('readCaps');
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
        <MyAccount />
      )}
    </Screen>
  );
}
