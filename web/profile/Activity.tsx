import { listSecurityEvents } from '#contract/calls/security.ts';
import type { SecurityEvent, SecurityEventKind } from '#contract/security.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApiList } from '#web/api/lists.ts';
import { DateTime } from '#web/values/DateTime.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ShowMore } from '#ui/ShowMore.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { words } from '#web/words/en/activity.ts';
import styles from './Activity.module.css';

const pageSize = '10';

/** What happened to the account, newest first. */
export function Activity() {
  const list = useApiList(listSecurityEvents, { query: { limit: pageSize } });
  if (list.isPending) return <Skeleton lines={6} />;
  if (!list.items) return <Failure error={list.error} onRetry={list.refetch} retrying={list.isFetching} />;
  if (list.items.length === 0) return <EmptyState title={words.empty.title}>{words.empty.text}</EmptyState>;
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      <ul className={styles.events} aria-label={words.list}>
        {list.items.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ul>
      <ShowMore hasMore={list.hasMore} pending={list.isFetchingMore} onMore={list.more} failure={list.moreFailure} />
    </>
  );
}

/** What makes its owner look twice. */
const warnings: ReadonlySet<SecurityEventKind> = new Set([
  'sign_in_failed',
  'sign_in_throttled',
  'password_wrong',
  'password_throttled',
  'code_wrong',
  'code_throttled',
  'second_factor_asked',
  'foreign_id_refused',
]);

function Event({ event: { at, kind, device, network } }: { event: SecurityEvent }) {
  // A newer server may know more kinds.
  const what: string | undefined = words.kind[kind];
  return (
    <li className={styles.event} data-warns={warnings.has(kind)}>
      <b>{what ?? words.other}</b>
      <small>
        {device !== null && <>{device} · </>}
        <DateTime at={at} />
        {network !== null && (
          <>
            {' '}
            · <bdi>{words.from(network)}</bdi>
          </>
        )}
      </small>
    </li>
  );
}
