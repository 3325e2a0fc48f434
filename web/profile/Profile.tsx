import { lazy, Suspense } from 'react';
import type { User } from '#contract/identity.ts';
import { useMe } from '#web/api/signed-in.ts';
import { Failure } from '#web/api/Failure.tsx';
import { leadToCome, Page } from '#web/layout/Page.tsx';
import { signOut } from '#web/session/signOut.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { words as limitWords } from '#web/words/en/play-limits.ts';
import { words } from '#web/words/en/profile.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { PersonalData } from './PersonalData.tsx';
import styles from './Profile.module.css';
import { Sessions } from './Sessions.tsx';

// Lazy, so that the personal data is shown without waiting for these.
const Email = lazy(() => import('./Email.tsx').then(({ Email }) => ({ default: Email })));
const PlayLimits = lazy(() => import('./PlayLimits.tsx').then(({ PlayLimits }) => ({ default: PlayLimits })));
const Breaks = lazy(() => import('./Breaks.tsx').then(({ Breaks }) => ({ default: Breaks })));

export default function Profile() {
  const me = useMe();
  return (
    <Page title={words.title} lead={me.data ? nameOf(me.data) : leadToCome}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Card title={words.data.title}>
            {me.data && <PersonalData me={me.data} />}
            {me.isPending && <Skeleton lines={20} />}
            {me.error && !me.data && <Failure error={me.error} onRetry={me.refetch} retrying={me.isFetching} />}
          </Card>
          <div id="play-limits" ref={comeIntoSight} className={styles.anchor}>
            <Card title={limitWords.limits.title}>
              <Suspense fallback={<Skeleton lines={8} />}>
                <PlayLimits />
              </Suspense>
            </Card>
          </div>
        </div>
        <div className={styles.column}>
          <Card title={words.email.title}>
            {me.data ? (
              <Suspense fallback={<Skeleton lines={3} />}>
                <Email me={me.data} />
              </Suspense>
            ) : (
              <Skeleton lines={3} />
            )}
          </Card>
          <Card title={words.password.title}>
            <ChangePassword identifier={me.data?.phone ?? ''} />
          </Card>
          <Card title={limitWords.breaks.title}>
            <Suspense fallback={<Skeleton lines={6} />}>
              <Breaks />
            </Suspense>
          </Card>
          <Card title={words.sessions.title}>
            <Sessions />
            <div className={styles.logOut}>
              <Button variant="secondary" icon="logOut" block onClick={signOut}>
                {words.logOut}
              </Button>
            </div>
          </Card>
        </div>
      </div>
    </Page>
  );
}

/** Scrolls here if the address's hash names this part, which was not rendered yet on navigation. */
function comeIntoSight(element: HTMLElement | null) {
  if (location.hash === `#${element?.id}`) element?.scrollIntoView();
}

function nameOf({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`;
}
