import { listSecurityEvents } from '#contract/calls/security.ts';
import type { NeededProof } from '#contract/problems.ts';
import type { SecurityEvent, SecurityEventKind } from '#contract/security.ts';
import type { ApiError } from '#web/api/errors.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApiList } from '#web/api/lists.ts';
import { askForProof } from '#web/proof/ask.ts';
import { DateTime } from '#web/values/DateTime.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ShowMore } from '#ui/ShowMore.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { words } from '#web/words/en/activity.ts';
import styles from './Activity.module.css';

const pageSize = '10';

/** The events of the account, newest first. */
export function Activity() {
  const list = useApiList(listSecurityEvents, { query: { limit: pageSize } });
  if (list.isPending) return <Skeleton lines={6} />;
  const needed = neededProof(list.error);
  const ask = needed && <Ask needed={needed} then={list.items ? list.more : () => void list.refetch()} />;
  if (!list.items && ask) return ask;
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
      {ask ?? (
        <ShowMore hasMore={list.hasMore} pending={list.isFetchingMore} onMore={list.more} failure={list.moreFailure} />
      )}
    </>
  );
}

function neededProof(error: ApiError | null): NeededProof | null {
  const { code, methods = ['password'], level = 'fresh' } = error?.problem ?? {};
  return code === 'proof_needed' ? { methods, level } : null;
}

/** The last proof is older than ten minutes. The dialog opens when it is asked for, not by itself. */
function Ask({ needed, then }: { needed: NeededProof; then: () => void }) {
  return (
    <>
      <p className={styles.lead}>{words.private}</p>
      <Button variant="secondary" onClick={() => void askForProof(needed).then((isProven) => isProven && then())}>
        {words.show}
      </Button>
    </>
  );
}

/** Events that need their owner's attention. */
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
