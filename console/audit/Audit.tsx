import { Screen } from '#console/frame/Screen.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { words } from '#console/words/en/audit.ts';
import { Head } from './Head.tsx';
import { Lines } from './Lines.tsx';
import { Looks } from './Looks.tsx';
import { useMe } from '#console/api/session-state.ts';

const views = [
  { name: words.views.all, search: '' },
  { name: words.views.two, search: 'two=true' },
  { name: words.views.looks, search: 'view=looks' },
  { name: words.views.operators, search: 'subject=operator' },
];

/** Who sees the head of the chain; the server says the same. */
const seeHead = ['compliance', 'auditor', 'admin'] as const;

/** What operators did, as a chain of hashes, and whom they looked at. */
export default function Audit() {
  const { view } = useAddress();
  const { roles } = useMe();
  const seesHead = seeHead.some((role) => roles.includes(role));
  return (
    <Screen title={words.title} views={views} rows={seesHead ? 'auto auto minmax(0, 1fr)' : 'auto minmax(0, 1fr)'}>
      {seesHead && <Head />}
      {view === 'looks' ? <Looks /> : <Lines />}
    </Screen>
  );
}
