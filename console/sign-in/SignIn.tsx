import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { getDoor } from '#contract/calls/operator/access.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { useApi } from '#console/api/queries.ts';
import { signInToDemo, signInWithLink, signInWithPassword, signInWithPasskey } from '#console/api/session.ts';
import { useSession } from '#console/api/session-state.ts';
import { Button } from '#console/kit/Button.tsx';
import { TextField } from '#console/kit/Fields.tsx';
import { LanguageChoice } from '#console/kit/LanguageChoice.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { Note } from '#console/kit/Status.tsx';
import { operatorRoles, roleNames } from '#console/words/en/roles.ts';
import { words } from '#console/words/en/sign-in.ts';
import { readInvitation } from './link.ts';
import styles from './SignIn.module.css';

/**
 * Signs an operator in: by a passkey, by password and code where no role approves, by a link, or in a demonstration by
 * a press.
 */
export function SignIn() {
  const { over } = useSession();
  const door = useApi(getDoor, {});
  const { enter, isBusy, error } = useEntering();
  const [way, setWay] = useState<'passkey' | 'password'>('passkey');
  useInvitation(enter);
  useEffect(() => {
    document.title = words.documentTitle;
  }, []);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.logo}>
          <b className="izi">izi</b> {words.console}
        </div>
        <h1 className={styles.title}>{words.title}</h1>
        {over === 'ended' && <Note tone="wait">{words.ended}</Note>}
        {way === 'passkey' ? (
          <>
            <Button kind="act" size="large" wide isOff={isBusy} onPress={() => enter(signInWithPasskey)}>
              {isBusy ? words.waiting : words.passkey}
            </Button>
            <p className="small quiet">{words.passkeyNote}</p>
          </>
        ) : (
          <PasswordForm isBusy={isBusy} enter={enter} />
        )}
        {error !== null && <Problem error={error} />}
        <button
          type="button"
          className={styles.other}
          onClick={() => setWay(way === 'passkey' ? 'password' : 'passkey')}
        >
          {way === 'passkey' ? words.toPassword : words.toPasskey}
        </button>
        <LanguageChoice />
      </div>
      {door.data?.data.mode === 'demo' && <Demo isBusy={isBusy} enter={enter} />}
    </main>
  );
}

type Enter = (by: () => Promise<void>) => void;

/** One try at a time. A success replaces this screen; a refusal is shown here. */
function useEntering() {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const enter: Enter = (by) => {
    setIsBusy(true);
    setError(null);
    by().catch((failure: unknown) => {
      setError(failure);
      setIsBusy(false);
    });
  };
  return { enter, isBusy, error };
}

/** Takes the invitation of the address once, and removes it from the address, so that a link is in no history. */
function useInvitation(enter: Enter): void {
  const isTaken = useRef(false);
  const take = useEffectEvent(() => {
    const invitation = readInvitation(location.hash);
    if (invitation === null || isTaken.current) return;
    isTaken.current = true;
    history.replaceState(null, '', location.pathname + location.search);
    enter('token' in invitation ? () => signInWithLink(invitation.token) : () => signInToDemo(invitation.demo));
  });
  useEffect(() => take(), []);
}

function PasswordForm({ isBusy, enter }: { readonly isBusy: boolean; readonly enter: Enter }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    enter(() => signInWithPassword(name.trim(), password, code.trim()));
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField label={words.name} value={name} onChange={setName} autoComplete="username" />
      <TextField
        label={words.password}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
      />
      <TextField
        label={words.code}
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        inputMode="numeric"
        width={120}
        maxLength={8}
      />
      <button type="submit" className={styles.submit} disabled={isBusy || !name || !password || !code}>
        {isBusy ? words.waiting : words.signIn}
      </button>
      <p className="small quiet">{words.passwordNote}</p>
    </form>
  );
}

function Demo({ isBusy, enter }: { readonly isBusy: boolean; readonly enter: Enter }) {
  return (
    <section className={styles.card} aria-labelledby="demo">
      <h2 id="demo">{words.demo}</h2>
      <p className="small quiet">{words.demoNote}</p>
      <ul className={styles.roles}>
        {operatorRoles.map((role: OperatorRole) => (
          <li key={role}>
            <button
              type="button"
              className={styles.role}
              disabled={isBusy}
              onClick={() => enter(() => signInToDemo([role]))}
            >
              <b>{roleNames[role].name}</b>
              <span className="quiet">{roleNames[role].does}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
