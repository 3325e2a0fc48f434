import { Screen } from '#console/frame/Screen.tsx';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { words } from '#console/words/en/caps.ts';
import { CapSections } from './CapSections.tsx';

/** The caps of every draw that has none of its own. */
export default function Caps() {
  return (
    <Screen title={words.title}>
      <Panel fills>
        <Scroll>
          <CapSections draw={null} />
        </Scroll>
      </Panel>
    </Screen>
  );
}
