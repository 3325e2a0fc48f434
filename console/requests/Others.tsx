import { Link } from 'wouter';
import { navigate } from '#console/kit/navigate.ts';
import { listRequests } from '#contract/calls/operator/acts.ts';
import { useApi } from '#console/api/queries.ts';
import { useNow } from '#console/clock/clock.ts';
import { useKeys } from '#console/kit/keys.ts';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { Status } from '#console/kit/Status.tsx';
import { shortSubject } from '#console/kit/Subject.tsx';
import type { RowOf } from '#console/kit/useList.ts';
import { dayOf, formatSpan } from '#console/values/time.ts';
import { words } from '#console/words/en/requests.ts';
import { tones } from './states.ts';
import styles from './Requests.module.css';

type Row = RowOf<typeof listRequests>;

/** The requests beside the open one: those that wait for me, those that could not be carried out today, and the newest that I made. */
export function Others({ id }: { readonly id: string }) {
  const forMe = useApi(listRequests, { query: { whose: 'for_me', limit: '50' } }, { refetchInterval: 5_000 });
  const mine = useApi(listRequests, { query: { whose: 'mine', limit: '20' } }, { refetchInterval: 15_000 });
  const failed = useApi(
    listRequests,
    { query: { whose: 'all', status: 'failed', limit: '20' } },
    { refetchInterval: 15_000 },
  );
  const today = dayOf(useNow());
  const closed = (failed.data?.data ?? []).filter(({ endedAt }) => endedAt !== null && dayOf(endedAt) === today);
  const waiting = forMe.data?.data ?? [];
  const asked = mine.data?.data ?? [];
  const all = [...waiting, ...closed, ...asked.filter((one) => !closed.some((other) => other.id === one.id))];
  const at = all.findIndex((one) => one.id === id);
  const go = (by: number) => {
    const next = all[at === -1 ? 0 : at + by];
    if (next) navigate(`/requests/${next.id}`, { replace: true });
  };
  useKeys([
    { keys: '[', says: words.keys.other, run: () => go(-1), foot: true },
    { keys: ']', says: words.keys.other, run: () => go(1), foot: true },
  ]);
  return (
    <div className={styles.aside}>
      <Panel title={words.views.forMe} end={forMe.data ? waiting.length : null} fills>
        <Scroll>
          {forMe.data && waiting.length === 0 && <div className="body quiet small">{words.none.forMe}</div>}
          {waiting.map((one) => (
            <Item key={one.id} of={one} isOpen={one.id === id} />
          ))}
          {closed.length > 0 && <h3 className="body">{words.closedToday}</h3>}
          {closed.map((one) => (
            <Item key={one.id} of={one} isOpen={one.id === id} />
          ))}
          {asked.length > 0 && <h3 className="body">{words.views.mine}</h3>}
          {asked.map((one) => (
            <Item key={one.id} of={one} isOpen={one.id === id} />
          ))}
        </Scroll>
      </Panel>
    </div>
  );
}

function Item({ of: row, isOpen }: { readonly of: Row; readonly isOpen: boolean }) {
  const now = useNow();
  const waits = row.status === 'asked';
  return (
    <Link className={styles.item} replace to={`/requests/${row.id}`} aria-current={isOpen ? 'page' : undefined}>
      <div className="row">
        <b className="grow">{words.kind(row.kind)}</b>
        {!waits && <Status is={tones[row.status]}>{words.short[row.status]}</Status>}
      </div>
      <div className="small mono" title={row.subject}>
        {shortSubject(row.subject)}
      </div>
      <div className="small quiet">
        {row.askedBy}
        {waits && ` · ${words.endsIn(formatSpan(Math.max(0, Date.parse(row.expiresAt) - now)))}`}
        {row.status === 'expired' && ` · ${words.nobodyAnswered}`}
      </div>
    </Link>
  );
}
