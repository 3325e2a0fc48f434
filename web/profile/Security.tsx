import { useState } from 'react';
import { addTotp, forgetDevice, getFactors, removeTotp, renewRecoveryCodes } from '#contract/calls/identity.ts';
import type { Factors, User } from '#contract/identity.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { RecoveryCodes } from '#web/proof/RecoveryCodes.tsx';
import { useProvenAction } from '#web/proof/useProvenAction.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toasts.ts';
import { DateTime } from '#web/values/DateTime.tsx';
import { words as profileWords } from '#web/words/en/profile.ts';
import { words } from '#web/words/en/security.ts';
import { AddApp } from './AddApp.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import styles from './Profile.module.css';
import { Passkeys } from './Passkeys.tsx';

/** The client's ways to sign in, and the devices that do not ask for a second factor. */
export function Security({ me }: { me: User }) {
  return (
    <>
      <section className={styles.email}>
        <h4>{profileWords.password.title}</h4>
        <ChangePassword identifier={me.phone} />
      </section>
      <SecondFactors me={me} />
    </>
  );
}

function SecondFactors({ me }: { me: User }) {
  const factors = useApi(getFactors, {}, { select: ({ data }) => data });
  if (factors.isPending) return <Skeleton lines={5} />;
  if (!factors.data) return <Failure error={factors.error} onRetry={factors.refetch} retrying={factors.isFetching} />;
  return (
    <>
      <Passkeys factors={factors.data} me={me} />
      <App factors={factors.data} me={me} />
      <Recovery factors={factors.data} />
      <Devices devices={factors.data.devices} />
    </>
  );
}

function App({ factors: { totp }, me }: { factors: Factors; me: User }) {
  /** The recovery codes, which are shown only once. */
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const add = useProvenAction(addTotp);
  const remove = useProvenAction(removeTotp, {
    refresh: ['auth'],
    onSuccess: () => toast.success(words.app.removed),
  });
  const error = add.error ?? remove.error;
  return (
    <section className={styles.email}>
      <h4>{words.app.title}</h4>
      <p className={styles.note}>{me.confirmed ? words.app.lead : words.app.unconfirmed}</p>
      {totp === null ? (
        me.confirmed && (
          <Button variant="secondary" block pending={add.isPending} onClick={() => add.mutate({})}>
            {words.app.add}
          </Button>
        )
      ) : (
        <ul className={styles.sessions}>
          <li>
            <span>
              <b>{words.app.title}</b>
              <small>
                {words.app.addedAt} <DateTime at={totp.addedAt} />
              </small>
            </span>
            <Button
              variant="ghost"
              size="s"
              aria-label={words.app.removeOf}
              pending={remove.isPending}
              onClick={() => remove.mutate({})}
            >
              {words.app.remove}
            </Button>
          </li>
        </ul>
      )}
      {error && <Failure error={error} />}
      <Dialog open={add.data !== undefined && totp === null} onClose={add.reset} title={words.adding.title}>
        {add.data && (
          <AddApp
            {...add.data.data}
            onAdded={(made) => {
              toast.success(words.app.added);
              add.reset();
              setCodes(made);
            }}
          />
        )}
      </Dialog>
      <Dialog open={codes !== null} onClose={() => setCodes(null)} title={words.recovery.title}>
        {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      </Dialog>
    </section>
  );
}

/** They come with the first second factor. */
function Recovery({ factors: { passkeys, totp, recoveryCodesLeft } }: { factors: Factors }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useProvenAction(renewRecoveryCodes, {
    refresh: ['auth'],
    onSuccess: ({ data }) => setCodes(data.recoveryCodes),
  });
  if (passkeys.length === 0 && totp === null) return null;
  return (
    <section className={styles.email}>
      <h4>{words.recovery.title}</h4>
      <ul className={styles.sessions}>
        <li>
          <span>{words.recovery.left(recoveryCodesLeft)}</span>
          <Button variant="ghost" size="s" pending={renew.isPending} onClick={() => renew.mutate({})}>
            {words.recovery.renew}
          </Button>
        </li>
      </ul>
      {renew.error && <Failure error={renew.error} />}
      <Dialog open={codes !== null} onClose={() => setCodes(null)} title={words.recovery.title}>
        {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      </Dialog>
    </section>
  );
}

function Devices({ devices }: Pick<Factors, 'devices'>) {
  const forget = useProvenAction(forgetDevice, {
    refresh: ['auth'],
    onSuccess: () => toast.success(words.devices.forgotten),
  });
  return (
    <section className={styles.email}>
      <h4>{words.devices.title}</h4>
      <p className={styles.note}>{devices.length > 0 ? words.devices.lead : words.devices.none}</p>
      <ul className={styles.sessions}>
        {devices.map(({ id, name, lastSeenAt, current }) => (
          <li key={id}>
            <span>
              <b>{name}</b>
              <small>
                {current ? words.devices.current : words.devices.lastSeen} <DateTime at={lastSeenAt} />
              </small>
            </span>
            <Button
              variant="ghost"
              size="s"
              aria-label={words.devices.forgetOf(name)}
              pending={forget.isPending && forget.variables.params.id === id}
              onClick={() => forget.mutate({ params: { id } })}
            >
              {words.devices.forget}
            </Button>
          </li>
        ))}
      </ul>
      {forget.error && <Failure error={forget.error} />}
    </section>
  );
}
