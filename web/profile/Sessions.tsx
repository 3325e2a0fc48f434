import { endSession, listSessions } from '#contract/calls/identity.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { useProvenAction } from '#web/proof/useProvenAction.ts';
import { Button } from '#ui/Button.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toasts.ts';
import { words } from '#web/words/en/profile.ts';
import styles from './Profile.module.css';

/** The client's sessions; all except the current one can be ended here. */
export function Sessions() {
  const sessions = useApi(listSessions, {}, { select: ({ data }) => data });
  const end = useProvenAction(endSession, {
    refresh: ['auth'],
    onSuccess: () => toast.success(words.sessions.ended),
  });
  if (sessions.isPending) return <Skeleton lines={3} />;
  if (!sessions.data)
    return <Failure error={sessions.error} onRetry={sessions.refetch} retrying={sessions.isFetching} />;
  return (
    <>
      <ul className={styles.sessions}>
        {sessions.data.map(({ id, device, current, createdAt, lastSeenAt }) => (
          <li key={id}>
            <span>
              <b>{device}</b>
              <small>
                {words.sessions.signedIn} <DateTime at={createdAt} />, {words.sessions.lastSeen}{' '}
                <DateTime at={lastSeenAt} />
              </small>
            </span>
            {current ? (
              <span className={styles.current}>{words.sessions.current}</span>
            ) : (
              <Button
                variant="ghost"
                size="s"
                aria-label={words.sessions.endOf(device)}
                pending={end.isPending && end.variables.params.id === id}
                onClick={() => end.mutate({ params: { id } })}
              >
                {words.sessions.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {end.error && <Failure error={end.error} />}
    </>
  );
}
