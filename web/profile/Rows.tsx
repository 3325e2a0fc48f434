import { useEffect } from 'react';
import { getIdentity } from '#contract/calls/documents.ts';
import { getFactors, listSessions } from '#contract/calls/identity.ts';
import { getNotices, noticeKinds } from '#contract/calls/notices.ts';
import { getClosing } from '#contract/calls/personal-data.ts';
import type { IdentityStatus } from '#contract/documents.ts';
import type { Factors, User } from '#contract/identity.ts';
import type { Notices as Settings } from '#contract/notices.ts';
import type { PlayLimits as Limits } from '#contract/play-limits.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';
import { useApi } from '#web/api/queries.ts';
import { LanguageSwitcher } from '#web/layout/LanguageSwitcher.tsx';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { ThemeSwitch } from '#web/layout/ThemeSwitch.tsx';
import { useTheme } from '#web/theme/theme.ts';
import { DateTime } from '#web/values/DateTime.tsx';
import { formatDateTime, formatDay } from '#web/values/format.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { icons } from '#ui/icons.ts';
import { moreIcons } from '#ui/more-icons.ts';
import { formatPhone, maskPhone } from '#domain/phone.ts';
import { words as limitWords } from '#web/words/en/safer-play.ts';
import { words as identityWords } from '#web/words/en/identity-section.ts';
import { language } from '#web/words/en/language.ts';
import { locales } from '#web/words/locales.ts';
import { words } from '#web/words/en/profile.ts';
import { useDraft } from './draft.ts';
import styles from './Profile.module.css';
import { Group, Section } from './Section.tsx';
import { Proven, State } from './State.tsx';
import { tightestOf } from './tightest.ts';
import { usePlayLimits } from './use-play-limits.ts';

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

/** As high as a screen at least, so that what is below does not move while it is seen. */
export function RowsToCome() {
  return (
    <div className={styles.toCome}>
      <Skeleton lines={18} />
    </div>
  );
}

/** All sections in their groups. Without the user's data, those that do not need it. */
export function Rows({ me }: { me: User | undefined }) {
  const draft = useDraft(me?.id);
  const factors = useApi(getFactors, {}, { select: ({ data }) => data });
  const identity = useApi(getIdentity, {}, { select: ({ data }) => data });
  const sessions = useApi(listSessions, {}, { select: ({ data }) => data });
  const limits = usePlayLimits();
  const notices = useApi(getNotices, {}, { select: ({ data }) => data });
  const closing = useApi(getClosing, {}, { select: ({ data }) => data.erasedAt });
  const { mode } = useTheme();
  const isShown = ![factors, identity, sessions, limits, notices, closing].some(({ isLoading }) => isLoading);
  useEffect(() => {
    // The sections that are opened most, with the form library, once nothing waits for the network.
    if (isShown) void PersonalData.preload().then(Security.preload);
  }, [isShown]);
  // A state that came later would change the height of its row.
  if (!isShown) return <RowsToCome />;
  const here = sessions.data?.find(({ current }) => current);
  const others = (sessions.data?.length ?? 1) - 1;
  return (
    <div className={styles.groups}>
      <div>
        {me && (
          <Group title={words.groups.you}>
            <Section
              id="personal-data"
              icon={moreIcons.user}
              title={words.data.title}
              note={draft ? words.data.unsaved : words.data.note(nameOf(me), formatDay(me.birthDate))}
            >
              <PersonalData me={me} />
            </Section>
            <Section
              id="phone"
              icon={moreIcons.wallet}
              title={words.phone.title}
              note={<bdi>{maskPhone(formatPhone(me.phone))}</bdi>}
              state={<Proven proven={me.confirmed} />}
            >
              <Phone me={me} />
            </Section>
            <Section
              id="email"
              icon={moreIcons.mail}
              title={words.email.title}
              note={me.email ?? words.email.note}
              state={me.email === null ? <State>{words.email.notAdded}</State> : <Proven proven={me.emailVerified} />}
            >
              <Email me={me} />
            </Section>
            <Section
              id="identity"
              icon={moreIcons.shield}
              title={identityWords.title}
              note={noteOfIdentity(identity.data)}
              state={identity.data && <IdentityState identity={identity.data} />}
            >
              <Identity me={me} />
            </Section>
          </Group>
        )}
        <Group title={words.groups.signingIn}>
          {me && (
            <Section
              id="security"
              icon={moreIcons.lock}
              title={words.security.title}
              note={noteOfFactors(factors.data)}
              state={<SecurityState me={me} factors={factors.data} />}
            >
              <Security me={me} />
            </Section>
          )}
          <Section
            id="sessions"
            icon={icons.globe}
            title={words.sessions.title}
            note={here ? words.sessions.andOthers(here.device, others) : words.sessions.note}
            state={sessions.data && <State>{sessions.data.length}</State>}
          >
            <Sessions />
          </Section>
          <Section
            id="activity"
            icon={moreIcons.history}
            title={words.activity.title}
            note={
              here ? (
                <>
                  {words.sessions.signedIn} <DateTime at={here.createdAt} />
                </>
              ) : (
                words.activity.note
              )
            }
          >
            <Activity />
          </Section>
        </Group>
      </div>
      <div>
        <Group title={words.groups.limits}>
          <PlayLimitsRow limits={limits.data} />
          <Section
            id="breaks"
            icon={icons.moon}
            title={limitWords.breaks.title}
            note={
              limits.data?.pausedUntil ? words.until(formatDateTime(limits.data.pausedUntil)) : limitWords.breaks.note
            }
            state={
              limits.data && (
                <State tone={limits.data.pausedUntil ? 'safe' : undefined}>
                  {onOrOff(limits.data.pausedUntil !== null)}
                </State>
              )
            }
          >
            <Breaks />
          </Section>
        </Group>
        <Group title={words.groups.app}>
          <NoticesRow me={me} choices={notices.data?.choices} />
          <Section
            id="look"
            icon={mode === 'dark' ? icons.moon : icons.sun}
            title={words.look.title}
            note={`${locales.find(({ code }) => code === language)!.name}, ${words.look.mode[mode]}`}
          >
            <div className={styles.look}>
              <LanguageSwitcher />
              <ThemeSwitch />
            </div>
          </Section>
        </Group>
        <Group title={words.groups.data}>
          <Section
            id="my-data"
            icon={moreIcons.download}
            title={words.myData.title}
            note={closing.data ? words.until(formatDateTime(closing.data)) : words.myData.note}
            state={closing.data && <State tone="open">{words.myData.closing}</State>}
          >
            <MyData />
          </Section>
        </Group>
      </div>
    </div>
  );
}

function nameOf({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`;
}

function onOrOff(isOn: boolean): string {
  return isOn ? words.on : words.off;
}

function noteOfIdentity(identity: IdentityStatus | undefined): string {
  if (!identity || identity.tier === 0) return identityWords.note;
  const most = identity.limits?.perDay ?? null;
  return most === null ? words.identity.noLimit : words.identity.upTo(formatFrancs(most));
}

function IdentityState({ identity: { tier, check } }: { identity: IdentityStatus }) {
  if (check?.status === 'waiting') return <State>{words.identity.waiting}</State>;
  if (check?.status === 'refused') return <State tone="open">{words.identity.refused}</State>;
  return tier === 0 ? <State>{words.data.unconfirmed}</State> : <State tone="safe">{words.identity.step(tier)}</State>;
}

function noteOfFactors(factors: Factors | undefined): string {
  if (!factors) return words.security.note;
  if (factors.passkeys.length > 0) return words.security.both;
  return factors.totp === null ? words.security.passwordOnly : words.security.withApp;
}

function SecurityState({ me, factors }: { me: User; factors: Factors | undefined }) {
  if (me.passwordIsWeak) return <State tone="open">{words.security.weak}</State>;
  if (!factors) return null;
  const isStrong = factors.passkeys.length > 0 || factors.totp !== null;
  return <State tone={isStrong ? 'safe' : undefined}>{isStrong ? words.security.strong : words.security.fair}</State>;
}

function PlayLimitsRow({ limits }: { limits: Limits | undefined }) {
  const { title, note } = limitWords.limits;
  const tightest = tightestOf(limits?.limits ?? []);
  return (
    <Section
      id="play-limits"
      icon={moreIcons.clock}
      title={title}
      note={
        tightest
          ? words.limits.used(
              formatAmount(tightest.used),
              formatFrancs(tightest.amount),
              tightest.kind,
              tightest.period,
            )
          : note
      }
      state={
        tightest ? (
          <meter className={styles.limit} aria-label={title} max={Math.max(tightest.amount, 1)} value={tightest.used} />
        ) : (
          limits && <State>{words.limits.none}</State>
        )
      }
    >
      <PlayLimits />
    </Section>
  );
}

function NoticesRow({ me, choices }: { me: User | undefined; choices: Settings['choices'] | undefined }) {
  const kinds = noticeKinds.filter((kind) => choices?.some((choice) => choice.kind === kind && choice.wanted));
  return (
    <Section
      id="notices"
      icon={icons.info}
      title={words.notices.title}
      note={kinds.length > 0 ? listed(kinds.map((kind) => words.notices.kinds[kind])) : words.notices.note}
      state={choices && <State tone={kinds.length > 0 ? 'safe' : undefined}>{onOrOff(kinds.length > 0)}</State>}
    >
      <Notices me={me} />
    </Section>
  );
}

/** `Wins and payments` */
function listed(names: readonly string[]): string {
  const list = new Intl.ListFormat(language).format(names);
  return list.charAt(0).toUpperCase() + list.slice(1);
}
