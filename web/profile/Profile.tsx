import { lazy, Suspense } from 'react';
import type { User } from '#contract/identity.ts';
import { useMe } from '#web/api/signed-in.ts';
import { Failure } from '#web/api/Failure.tsx';
import { leadToCome, Page } from '#web/layout/Page.tsx';
import { LogOut } from '#web/session/LogOut.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { words as limitWords } from '#web/words/en/play-limits.ts';
import { words } from '#web/words/en/profile.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { PersonalData } from './PersonalData.tsx';
import styles from './Profile.module.css';
import { Section } from './Section.tsx';
import { Sessions } from './Sessions.tsx';

// Lazy, so that the list is shown without waiting for these.
const Email = lazy(() => import('./Email.tsx').then(({ Email }) => ({ default: Email })));
const PlayLimits = lazy(() => import('./PlayLimits.tsx').then(({ PlayLimits }) => ({ default: PlayLimits })));
const Breaks = lazy(() => import('./Breaks.tsx').then(({ Breaks }) => ({ default: Breaks })));

export default function Profile() {
  const { data: me, error, refetch, isFetching } = useMe();
  return (
    <Page title={words.title} lead={me ? nameOf(me) : leadToCome} width="column">
      {me?.confirmed === false && <Unconfirmed />}
      {error && !me && <Failure error={error} onRetry={refetch} retrying={isFetching} />}
      {/* Nothing is shown before it is known what stands above it. */}
      {me || error ? <Sections me={me} /> : <Skeleton lines={18} />}
    </Page>
  );
}

/** Without the user's data, what does not need it. */
function Sections({ me }: { me: User | undefined }) {
  return (
    <>
      <div>
        {me && (
          <>
            <Section id="personal-data" title={words.data.title} note={words.data.note}>
              <PersonalData me={me} />
            </Section>
            <Section id="email" title={words.email.title} note={me.email ?? words.email.note}>
              <Suspense fallback={<Skeleton lines={3} />}>
                <Email me={me} />
              </Suspense>
            </Section>
            <Section id="password" title={words.password.title} note={words.password.note}>
              <ChangePassword identifier={me.phone} />
            </Section>
          </>
        )}
        <Section id="play-limits" title={limitWords.limits.title} note={limitWords.limits.note}>
          <Suspense fallback={<Skeleton lines={8} />}>
            <PlayLimits />
          </Suspense>
        </Section>
        <Section id="breaks" title={limitWords.breaks.title} note={limitWords.breaks.note}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <Breaks />
          </Suspense>
        </Section>
        <Section id="sessions" title={words.sessions.title} note={words.sessions.note}>
          <Sessions />
        </Section>
      </div>
      <LogOut>
        {(logOut) => (
          <Button variant="secondary" icon="logOut" block className={styles.logOut} onClick={logOut}>
            {words.logOut}
          </Button>
        )}
      </LogOut>
    </>
  );
}

function Unconfirmed() {
  return (
    <Notice tone="warning" title={words.data.unconfirmedTitle}>
      <p>{words.data.unconfirmedText}</p>
      <ButtonLink to="/auth/confirm" state={{ from: '/profile' }} className={styles.confirm}>
        {words.data.confirm}
      </ButtonLink>
    </Notice>
  );
}

function nameOf({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`;
}
