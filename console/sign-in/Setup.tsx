import { useState } from 'react';
import * as calls from '#contract/calls/operator/access.ts';
import type { Ways } from '#contract/operator/access.ts';
import { call } from '#console/api/call.ts';
import { createPasskey } from '#ui/webauthn.ts';
import { signOut } from '#console/api/session.ts';
import { useMe } from '#console/api/session-state.ts';
import { Button } from '#console/kit/Button.tsx';
import { TextField } from '#console/kit/Fields.tsx';
import { useMay } from '#console/api/useMay.ts';
import { Problem } from '#console/kit/Problem.tsx';
import { Note, Status } from '#console/kit/Status.tsx';
import { words } from '#console/words/en/sign-in.ts';
import styles from './SignIn.module.css';

/** An operator with a link sets two passkeys, or a password and an app if none of their roles approves. */
export function Setup() {
  const { name } = useMe();
  const approves = useMay('approve');
  const [ways, setWays] = useState<Ways | null>(null);
  const [passkeyName, setPasskeyName] = useState('');
  const [app, setApp] = useState<{ readonly secret: string; readonly uri: string } | null>(null);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function run(step: () => Promise<void>) {
    setIsBusy(true);
    setError(null);
    await step().catch(setError);
    setIsBusy(false);
  }
  const addPasskey = () =>
    run(async () => {
      const credential = await createPasskey((await call(calls.beginPasskey)).data);
      setWays((await call(calls.addPasskey, { body: { credential, name: passkeyName.trim() } })).data);
      setPasskeyName('');
    });
  const beginPassword = () => run(async () => setApp((await call(calls.setPassword, { body: { password } })).data));
  const confirm = () =>
    run(async () => setWays((await call(calls.confirmPassword, { body: { code: code.trim() } })).data));

  return (
    <main className={styles.page}>
      <div className={`${styles.card} ${styles.wide}`}>
        <div className={styles.logo}>
          <b className="izi">izi</b> {words.console}
        </div>
        <h1 className={styles.title}>{words.setupTitle}</h1>
        <p>{words.setupIntro(name)}</p>
        {ways && (
          <ul className={styles.form}>
            {ways.passkeys.map((passkey) => (
              <li key={passkey.id} className="row">
                <Status is={passkey.active ? 'ok' : 'wait'}>{passkey.name}</Status>
                <span className="mono quiet grow">{passkey.fingerprint}</span>
                <span className="small">{passkey.active ? words.active : words.inactive}</span>
              </li>
            ))}
          </ul>
        )}
        {ways?.complete ? (
          <>
            <Note tone={ways.active ? 'plain' : 'wait'}>{ways.active ? words.setupDone : words.setupWaits}</Note>
            <Button kind="act" size="large" onPress={() => void signOut()}>
              {words.signOut}
            </Button>
          </>
        ) : (
          <>
            <TextField label={words.passkeyName} value={passkeyName} onChange={setPasskeyName} maxLength={40} />
            <Button
              kind="act"
              size="large"
              isOff={isBusy || passkeyName.trim() === ''}
              onPress={() => void addPasskey()}
            >
              {words.makePasskey}
            </Button>
            {!approves && (
              <>
                <h2>{words.orPassword}</h2>
                {app === null ? (
                  <>
                    <TextField
                      label={words.password}
                      type="password"
                      value={password}
                      onChange={setPassword}
                      autoComplete="new-password"
                    />
                    <Button isOff={isBusy || password === ''} onPress={() => void beginPassword()}>
                      {words.setPassword}
                    </Button>
                  </>
                ) : (
                  <>
                    <p className="small">{words.scan}</p>
                    <p className="mono">{app.secret}</p>
                    <TextField label={words.code} value={code} onChange={setCode} inputMode="numeric" width={120} />
                    <Button isOff={isBusy || code === ''} onPress={() => void confirm()}>
                      {words.confirm}
                    </Button>
                  </>
                )}
              </>
            )}
          </>
        )}
        {error !== null && <Problem error={error} />}
      </div>
    </main>
  );
}
