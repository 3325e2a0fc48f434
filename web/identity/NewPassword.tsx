import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { forgotPassword, resetPassword } from '#contract/calls/identity.ts';
import { code, registration } from '#contract/forms/identity.ts';
import type { Challenge } from '#contract/identity.ts';
import { useAction } from '#web/api/actions.ts';
import { explain } from '#web/api/explain.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { CodeField } from '#web/codes/CodeField.tsx';
import { DemoInbox } from '#web/codes/DemoInbox.tsx';
import { codeLength } from '#web/codes/oneTimeCode.ts';
import { Resend } from '#web/codes/Resend.tsx';
import { resendAt } from '#web/codes/resendAt.ts';
import { serverNow } from '#web/clock/clock.ts';
import { signIn } from '#web/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { toast } from '#ui/toasts.ts';
import { words as codeWords } from '#web/words/en/codes.ts';
import { words } from '#web/words/en/identity.ts';
import styles from './Identity.module.css';
import { readIdentifier } from './read-identifier.ts';

const newPasswordForm = v.object({
  code,
  password: registration.entries.password,
});

interface NewPasswordProps {
  to: string;
  /** The secret of this browser, without which the code is not valid. */
  flow: string;
  /** When the first code was sent, in milliseconds since 1970 on the server's clock. */
  sentAt: number;
  /** The new password waits for the second factor. */
  onChallenge: (challenge: Challenge) => void;
  onOther: () => void;
  /** Below the form. */
  children: ReactNode;
}

/** No second field to repeat the password: it can be shown, and people would only paste into a second one. */
export function NewPassword({ to, flow, sentAt, onChallenge, onOther, children }: NewPasswordProps) {
  const form = useForm({ resolver: valibotResolver(newPasswordForm), defaultValues: { code: '', password: '' } });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  // The server never says when the next code may be sent: that would tell whether there is an account.
  const [sendings, setSendings] = useState([sentAt]);
  const ask = useAction(forgotPassword, {
    onSuccess: () => {
      setSendings([...sendings, serverNow()]);
      toast.success(codeWords.sentAgain);
    },
    onError: (error) => toast.error(explain(error).text),
  });
  const reset = useAction(resetPassword, {
    onSuccess: (answer) => {
      if (answer.jwt === null) return onChallenge(answer.challenge);
      toast.success(words.forgot.done, { arrives: true });
      signIn(answer.jwt, { remember: false });
    },
    onError: (error) => showRefusal(error, form, { codes: { invalid_code: 'code' } }),
  });

  function clearMistake() {
    form.clearErrors('code');
    form.clearErrors('root');
  }

  /** The last digit of the code leads on to the password. */
  function goOn({ target }: { target: HTMLInputElement }) {
    clearMistake();
    if (target.value.length === codeLength && form.getValues('password') === '') setFocus('password');
  }

  function take(received: string) {
    form.setValue('code', received, { shouldDirty: true });
    clearMistake();
    setFocus('password');
  }

  return (
    <>
      <DemoInbox to={to} onCode={take} />
      <Card surface="well">
        <Form
          error={errors.root?.['server']}
          onSubmit={form.handleSubmit(({ code, password }) =>
            reset.mutate({ body: { ...readIdentifier(to), flow, code, password, passwordConfirmation: password } }),
          )}
        >
          <p>{words.forgot.sent(to)}</p>
          {/* Tells password managers which account the password is for. */}
          <input type="text" autoComplete="username" value={to} readOnly hidden />
          <CodeField error={errors.code?.message} {...form.register('code', { onChange: goOn })} />
          <Field
            label={words.forgot.newPassword}
            error={errors.password?.message}
            hint={!errors.password && words.forgot.newPasswordHint}
          >
            <PasswordInput autoComplete="new-password" {...form.register('password')} />
          </Field>
          <Button type="submit" size="l" block pending={reset.isPending || reset.isSuccess}>
            {words.forgot.save}
          </Button>
        </Form>
        <Resend
          at={resendAt(sendings)}
          pending={ask.isPending}
          onSend={() => ask.mutate({ body: { ...readIdentifier(to), flow } })}
        />
      </Card>
      <p className={styles.links}>
        <Button variant="ghost" onClick={onOther}>
          {words.forgot.other}
        </Button>
      </p>
      {children}
    </>
  );
}
