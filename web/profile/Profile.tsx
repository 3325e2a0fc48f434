import { useEffect } from 'react';
import type { User } from '#contract/identity.ts';
import { useMe } from '#web/api/signed-in.ts';
import { Failure } from '#web/api/Failure.tsx';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { Page } from '#web/layout/Page.tsx';
import { ConfirmItIsYou } from '#web/proof/ConfirmItIsYou.tsx';
import { LogOut } from '#web/session/LogOut.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { words as limitWords } from '#web/words/en/safer-play.ts';
import { words as identityWords } from '#web/words/en/identity-section.ts';
import { words } from '#web/words/en/profile.ts';
import { useDraft } from './draft.ts';
import { formatPhone } from './format-phone.ts';
import styles from './Profile.module.css';
import { Section } from './Section.tsx';

// Lazy, so that the list is shown without waiting for these, and for the form library.
const PersonalData = lazyPart(async () => ({ default: (await import('./PersonalData.tsx')).PersonalData }), {
  waiting: <Skeleton lines={8} />,
});
const Email = lazyPart(async () => ({ default: (await import('./Email.tsx')).Email }), {
  waiting: <Skeleton lines={3} />,
});
const Phone = lazyPart(async () => ({ default: (await import('./Phone.tsx')).Phone }), {
  waiting: <Skeleton lines={3} />,
});
const ChangePassword = lazyPart(async () => ({ default: (await import('./ChangePassword.tsx')).ChangePassword }), {
  waiting: <Skeleton lines={5} />,
});
const Security = lazyPart(async () => ({ default: (await import('./Security.tsx')).Security }), {
  waiting: <Skeleton lines={5} />,
});
const PlayLimits = lazyPart(async () => ({ default: (await import('./PlayLimits.tsx')).PlayLimits }), {
  waiting: <Skeleton lines={8} />,
});
const Breaks = lazyPart(async () => ({ default: (await import('./Breaks.tsx')).Breaks }), {
  waiting: <Skeleton lines={6} />,
});
const Notices = lazyPart(async () => ({ default: (await import('./Notices.tsx')).Notices }), {
  waiting: <Skeleton lines={10} />,
});
const Sessions = lazyPart(async () => ({ default: (await import('./Sessions.tsx')).Sessions }), {
  waiting: <Skeleton lines={3} />,
});
const Identity = lazyPart(async () => ({ default: (await import('./Identity.tsx')).Identity }), {
  waiting: <Skeleton lines={10} />,
});
const Activity = lazyPart(async () => ({ default: (await import('./Activity.tsx')).Activity }), {
  waiting: <Skeleton lines={6} />,
});

const MyData = lazyPart(async () => ({ default: (await import('./MyData.tsx')).MyData }), {
  waiting: <Skeleton lines={8} />,
});

export default function Profile() {
  const { data: me, error, refetch, isFetching } = useMe();
  const isShown = me !== undefined;
  useEffect(() => {
    // The sections that are opened most, with the form library, once nothing waits for the network.
    if (isShown) void PersonalData.preload().then(ChangePassword.preload);
  }, [isShown]);
  return (
    <Page title={words.title} lead={words.lead} width="column">
      {me?.confirmed === false && <Unconfirmed />}
      {me?.passwordIsWeak && <WeakPassword />}
      {error && !me && <Failure error={error} onRetry={refetch} retrying={isFetching} />}
      {/* Nothing is shown before it is known what is above it. */}
      {me || error ? <Sections me={me} /> : <Skeleton lines={18} />}
      <ConfirmItIsYou />
    </Page>
  );
}

/** Without the user's data, what does not need it. */
function Sections({ me }: { me: User | undefined }) {
  const draft = useDraft();
  return (
    <>
      <div>
        {me && (
          <>
            <Section id="personal-data" title={words.data.title} note={draft ? words.data.unsaved : nameOf(me)}>
              <PersonalData me={me} />
            </Section>
            <Section id="phone" title={words.phone.title} note={formatPhone(me.phone)}>
              <Phone me={me} />
            </Section>
            <Section id="email" title={words.email.title} note={me.email ?? words.email.note}>
              <Email me={me} />
            </Section>
            <Section id="password" title={words.password.title} note={words.password.note}>
              <ChangePassword identifier={me.phone} />
            </Section>
            <Section id="security" title={words.security.title} note={words.security.note}>
              <Security me={me} />
            </Section>
            <Section id="identity" title={identityWords.title} note={identityWords.note}>
              <Identity me={me} />
            </Section>
          </>
        )}
        <Section id="play-limits" title={limitWords.limits.title} note={limitWords.limits.note}>
          <PlayLimits />
        </Section>
        <Section id="breaks" title={limitWords.breaks.title} note={limitWords.breaks.note}>
          <Breaks />
        </Section>
        <Section id="notices" title={words.notices.title} note={words.notices.note}>
          <Notices me={me} />
        </Section>
        <Section id="sessions" title={words.sessions.title} note={words.sessions.note}>
          <Sessions />
        </Section>
        <Section id="activity" title={words.activity.title} note={words.activity.note}>
          <Activity />
        </Section>
        <Section id="my-data" title={words.myData.title} note={words.myData.note}>
          <MyData />
        </Section>
      </div>
      <LogOut>
        {(logOut) => (
          <Button variant="secondary" icon={moreIcons.logOut} block className={styles.logOut} onClick={logOut}>
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

function WeakPassword() {
  return (
    <Notice tone="warning" title={words.password.weakTitle}>
      <p>{words.password.weakText}</p>
      <ButtonLink to="#password" className={styles.confirm}>
        {words.password.changeWeak}
      </ButtonLink>
    </Notice>
  );
}

function nameOf({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`;
}
