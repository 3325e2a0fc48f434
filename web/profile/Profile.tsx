import { Fragment } from 'react';
import type { User } from '#contract/identity.ts';
import { useMe } from '#web/api/signed-in.ts';
import { Failure } from '#web/api/Failure.tsx';
import { Page } from '#web/layout/Page.tsx';
import { ConfirmItIsYou } from '#web/proof/ConfirmItIsYou.tsx';
import { LogOut } from '#web/session/LogOut.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import { Notice } from '#ui/Notice.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/profile.ts';
import styles from './Profile.module.css';
import { Rows, RowsToCome } from './Rows.tsx';

export default function Profile() {
  const { data: me, error, refetch, isFetching } = useMe();
  return (
    <Page
      title={words.title}
      lead={<span className={styles.lead}>{me ? <Lead me={me} /> : error ? null : words.open.looking}</span>}
    >
      {me?.confirmed === false && <Unconfirmed />}
      {me?.passwordIsWeak && <WeakPassword />}
      {error && !me && <Failure error={error} onRetry={refetch} retrying={isFetching} />}
      {/* Nothing is shown before it is known what is above it. */}
      {me || error ? <Rows me={me} /> : <RowsToCome />}
      <LogOut>
        {(logOut) => (
          <Button variant="secondary" icon={moreIcons.logOut} block className={styles.logOut} onClick={logOut}>
            {words.logOut}
          </Button>
        )}
      </LogOut>
      <ConfirmItIsYou />
    </Page>
  );
}

/** The steps that protect the account and that the client has not taken yet, each as a link to its place. */
function Lead({ me }: { me: User }) {
  const open = [
    ...(me.confirmed ? [] : [{ to: '/auth/confirm', text: words.open.phone }]),
    ...(me.passwordIsWeak ? [{ to: '#security', text: words.open.password }] : []),
    ...(me.emailVerified ? [] : [{ to: '#email', text: me.email === null ? words.open.email : words.open.emailCode }]),
  ];
  if (open.length === 0) return words.open.none;
  return (
    <>
      {words.open.count(open.length)}{' '}
      {open.map(({ to, text }, index) => (
        <Fragment key={to}>
          {index > 0 && ', '}
          <Link to={to} className={styles.open}>
            {text}
          </Link>
        </Fragment>
      ))}
      {words.open.rest}
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
      <ButtonLink to="#security" className={styles.confirm}>
        {words.password.changeWeak}
      </ButtonLink>
    </Notice>
  );
}
