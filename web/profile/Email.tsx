import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { confirmEmail, sendEmailCode, updateUser } from '#contract/calls/identity.ts';
import { currentPassword, profile } from '#contract/forms/identity.ts';
import type { User } from '#contract/identity.ts';
import { useAction } from '#web/api/actions.ts';
import { codeOf } from '#web/api/errors.ts';
import { explain } from '#web/api/explain.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { useProvenAction } from '#web/proof/useProvenAction.ts';
import { CodeForm } from '#web/codes/CodeForm.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { toast } from '#ui/toasts.ts';
import { words as codeWords } from '#web/words/en/codes.ts';
import { words as allWords } from '#web/words/en/profile.ts';
import { EndOthers } from './EndOthers.tsx';
import { Proven } from './State.tsx';
import styles from './Profile.module.css';

const words = allWords.email;

/** The account's e-mail address, and the new one that is not confirmed yet. */
export function Email({ me }: { me: User }) {
  const { email, emailVerified, emailAsked } = me;
  const [changing, setChanging] = useState(false);
  /** The address a code was certainly sent to. */
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <div className={styles.email}>
      {email === null ? (
        <p className={styles.note}>{words.none}</p>
      ) : (
        <p className={styles.address}>
          <bdi>{email}</bdi>
          <Proven proven={emailVerified} />
        </p>
      )}
      {emailAsked !== null && (
        <Confirm
          key={emailAsked}
          email={emailAsked}
          isSent={sentTo === emailAsked}
          replaces={emailVerified}
          onSent={() => setSentTo(emailAsked)}
        />
      )}
      <Button variant="secondary" block onClick={() => setChanging(true)}>
        {email === null ? words.add : words.change}
      </Button>
      <Dialog open={changing} onClose={() => setChanging(false)} title={email === null ? words.add : words.change}>
        <ChangeForm
          me={me}
          onDone={(asked) => {
            setChanging(false);
            setSentTo(asked);
          }}
        />
      </Dialog>
    </div>
  );
}

interface ConfirmProps {
  email: string;
  isSent: boolean;
  /** Whether it takes the place of another address. */
  replaces: boolean;
  onSent: () => void;
}

/** A code has to be sent first, unless one was just sent: sign-up sends none by e-mail. */
function Confirm({ email, isSent, replaces, onSent }: ConfirmProps) {
  const [endOthers, setEndOthers] = useState(replaces);
  const send = useAction(sendEmailCode, {
    onSuccess: () => {
      if (isSent) toast.success(codeWords.sentAgain);
      onSent();
    },
    onError: (error) => {
      toast.error(explain(error).text);
      // A code was sent shortly before this page was opened.
      if (codeOf(error) === 'rate_limited') onSent();
    },
  });
  if (!isSent) {
    return (
      <Card surface="well" className={styles.email}>
        <p>{words.waits(email)}</p>
        <Button block pending={send.isPending} onClick={() => send.mutate({})}>
          {words.send}
        </Button>
      </Card>
    );
  }
  return (
    <>
      {replaces && <EndOthers checked={endOthers} onChange={setEndOthers} />}
      <CodeForm
        to={email}
        lead={words.sent(email)}
        confirm={confirmEmail}
        more={{ endOthers }}
        onConfirmed={() => toast.success(words.confirmed)}
        resend={{ at: send.data?.verification.resendAt, pending: send.isPending, onSend: () => send.mutate({}) }}
      />
    </>
  );
}

const changeForm = v.object({ email: v.nonNullish(profile.pipe[0].entries.email), currentPassword });

/** `onDone` gets the address that a code was sent to, or null when the address was removed. */
function ChangeForm({ me, onDone }: { me: User; onDone: (asked: string | null) => void }) {
  const form = useForm({ resolver: valibotResolver(changeForm), defaultValues: { email: '', currentPassword: '' } });
  const { errors } = form.formState;
  const save = useProvenAction(updateUser, {
    refresh: ['auth'],
    onSuccess: ({ emailAsked }, { body }) => {
      if (body.email === null) toast.success(words.removed);
      onDone(emailAsked);
    },
    onError: (error) => showRefusal(error, form),
  });
  const params = { id: String(me.id) };

  async function remove() {
    if (!(await form.trigger('currentPassword', { shouldFocus: true }))) return;
    save.mutate({ params, body: { email: null, currentPassword: form.getValues('currentPassword') } });
  }

  return (
    <Card surface="well">
      <Form error={errors.root?.['server']} onSubmit={form.handleSubmit((body) => save.mutate({ params, body }))}>
        <Field label={words.next} error={errors.email?.message} hint={!errors.email && words.nextHint}>
          <TextInput type="email" autoComplete="email" {...form.register('email')} />
        </Field>
        <Field label={allWords.password.current} error={errors.currentPassword?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
        </Field>
        <Button type="submit" size="l" block pending={save.isPending}>
          {words.send}
        </Button>
        {me.email !== null && (
          <Button variant="ghost" block pending={save.isPending} onClick={remove}>
            {words.remove}
          </Button>
        )}
      </Form>
    </Card>
  );
}
