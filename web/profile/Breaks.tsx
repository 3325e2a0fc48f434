import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { breakKinds, takeBreak } from '#contract/calls/play-limits.ts';
import { currentPassword } from '#contract/forms/identity.ts';
import type { User } from '#contract/identity.ts';
import type { BreakKind } from '#contract/play-limits.ts';
import { useAction } from '#web/api/actions.ts';
import { useMe } from '#web/api/signed-in.ts';
import { refresh } from '#web/api/queries.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { leaveSession } from '#web/session/signOut.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { formatDateTime } from '#web/values/format.ts';
import { Notice } from '#ui/Notice.tsx';
import { RadioCards } from '#ui/RadioCards.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { toast } from '#ui/toasts.ts';
import { words as allWords } from '#web/words/en/play-limits.ts';
import { usePlayLimits } from './use-play-limits.ts';
import styles from './PlayLimits.module.css';

const words = allWords.breaks;
const options = breakKinds.map((value) => ({ value, ...words.kind[value] }));

/** Breaks from play. A break cannot be ended early, so starting one needs a confirmation and the password. */
export function Breaks() {
  const { data } = usePlayLimits();
  const { data: me } = useMe();
  const [kind, setKind] = useState<BreakKind>('day');
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <div className={styles.breaks}>
      {data?.pausedUntil && (
        <Notice tone="warning" title={words.paused(formatDateTime(data.pausedUntil))}>
          <p>
            {words.pausedText} {words.longer}
          </p>
        </Notice>
      )}
      {data?.lockedUntil && (
        <Notice tone="warning" title={words.locked(formatDateTime(data.lockedUntil))}>
          <p>{words.lockedText}</p>
        </Notice>
      )}
      <p className={styles.lead}>{words.lead}</p>
      {me?.confirmed === false ? (
        <Unconfirmed />
      ) : (
        <Card surface="well" className={styles.breaks}>
          <RadioCards label={words.howLong} value={kind} onChange={setKind} options={options} />
          <Button variant="strong" block onClick={() => setAsking(true)}>
            {words.start}
          </Button>
        </Card>
      )}
      <Dialog open={asking && me !== undefined} onClose={close} title={words.confirmTitle(words.kind[kind].label)}>
        {me && <BreakForm me={me} kind={kind} runningUntil={data?.pausedUntil ?? null} onClose={close} />}
      </Dialog>
    </div>
  );
}

function Unconfirmed() {
  return (
    <>
      <p>{words.unconfirmed}</p>
      <ButtonLink to="/auth/confirm" state={{ from: '/profile#breaks' }} variant="secondary" block>
        {words.confirmPhone}
      </ButtonLink>
    </>
  );
}

const breakForm = v.object({ currentPassword });

interface BreakFormProps {
  me: User;
  kind: BreakKind;
  /** When the break that is running ends; null while none is. */
  runningUntil: string | null;
  onClose: () => void;
}

function BreakForm({ me, kind, runningUntil, onClose }: BreakFormProps) {
  const form = useForm({ resolver: valibotResolver(breakForm), defaultValues: { currentPassword: '' } });
  const { errors } = form.formState;
  const begin = useAction(takeBreak, {
    onSuccess: ({ data: { pausedUntil } }) => {
      onClose();
      if (pausedUntil !== null && pausedUntil === runningUntil) toast.info(words.already(formatDateTime(pausedUntil)));
      else toast.success(words.begun, { arrives: kind === 'exclusion' });
      // An exclusion ends every session, this one too, so there is nothing to fetch again.
      if (kind === 'exclusion') leaveSession('/');
      else refresh('auth');
    },
    onError: (error) => showRefusal(error, form),
  });
  return (
    <Form
      error={errors.root?.['server']}
      onSubmit={form.handleSubmit((proof) => begin.mutate({ body: { kind, ...proof } }))}
    >
      <p>{words.confirm}</p>
      {kind === 'exclusion' && <p>{words.confirmExclusion}</p>}
      {/* Tells password managers which account the password is for. */}
      <input type="text" autoComplete="username" value={me.phone} readOnly hidden />
      <Card surface="well" className={styles.proof}>
        <Field label={words.password} error={errors.currentPassword?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
        </Field>
        <Button type="submit" size="l" block pending={begin.isPending}>
          {words.confirmed}
        </Button>
        <Button variant="ghost" block onClick={onClose}>
          {words.back}
        </Button>
      </Card>
    </Form>
  );
}
