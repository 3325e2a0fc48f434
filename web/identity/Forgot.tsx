import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { forgotPassword, resetPassword } from '#contract/calls/identity.ts';
import { code, credentials, registration } from '#contract/forms/identity.ts';
import { useAction } from '#web/api/actions.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { CodeField } from '#web/codes/CodeField.tsx';
import { DemoInbox } from '#web/codes/DemoInbox.tsx';
import { codeDigits, codeLength } from '#web/codes/oneTimeCode.ts';
import { Resend } from '#web/codes/Resend.tsx';
import { serverNow } from '#web/clock/clock.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { Page } from '#web/layout/Page.tsx';
import { signIn, useWayBack } from '#web/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { Link } from '#ui/Link.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { toast } from '#ui/toasts.ts';
import { words as codeWords } from '#web/words/en/codes.ts';
import { words } from '#web/words/en/identity.ts';
import styles from './Identity.module.css';

// Lazy, because few people have a second factor.
const SecondStep = lazyPart(async () => ({ default: (await import('#web/proof/SecondStep.tsx')).SecondStep }));

/** A password reset in two steps: where to send a code, then the code and the new password. */
export default function Forgot() {
  const wayBack = useWayBack();
  const [to, setTo] = useState<string | null>(null);
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const back = (
    <p className={styles.links}>
      <Link to="/auth/login" state={wayBack}>
        {words.forgot.back}
      </Link>
    </p>
  );
  if (challengeId !== null) {
    return (
      <SecondStep
        challengeId={challengeId}
        remember={false}
        done={words.forgot.done}
        onOver={() => setChallengeId(null)}
      />
    );
  }
  return (
    <Page title={words.forgot.title} width="narrow">
      {to === null ? (
        <>
          <AskForm onSent={setTo} />
          {back}
        </>
      ) : (
        <NewPasswordForm to={to} onChallenge={setChallengeId} onOther={() => setTo(null)}>
          {back}
        </NewPasswordForm>
      )}
    </Page>
  );
}

const askForm = v.object({ identifier: credentials.entries.identifier });

function AskForm({ onSent }: { onSent: (identifier: string) => void }) {
  const form = useForm({ resolver: valibotResolver(askForm), defaultValues: { identifier: '' } });
  const { errors } = form.formState;
  const ask = useAction(forgotPassword, {
    onSuccess: () => onSent(form.getValues('identifier').trim()),
    onError: (error) => showRefusal(error, form, { fields: { phone: 'identifier', email: 'identifier' } }),
  });
  return (
    <Card surface="well">
      <Form
        error={errors.root?.['server']}
        onSubmit={form.handleSubmit(({ identifier }) => ask.mutate({ body: readIdentifier(identifier) }))}
      >
        <p>{words.forgot.ask}</p>
        <Field label={words.identifier} error={errors.identifier?.message}>
          <TextInput
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('identifier')}
          />
        </Field>
        <Button type="submit" size="l" block pending={ask.isPending}>
          {words.forgot.submit}
        </Button>
      </Form>
    </Card>
  );
}

const newPasswordForm = v.object({
  code,
  password: registration.entries.password,
});

interface NewPasswordFormProps {
  to: string;
  /** The new password waits for the second factor. */
  onChallenge: (challengeId: string) => void;
  onOther: () => void;
  /** Above the demo inbox. */
  children: ReactNode;
}

/** No second field to repeat the password: it can be shown, and people would only paste into a second one. */
function NewPasswordForm({ to, onChallenge, onOther, children }: NewPasswordFormProps) {
  const form = useForm({ resolver: valibotResolver(newPasswordForm), defaultValues: { code: '', password: '' } });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  const [sendings, setSendings] = useState(() => [serverNow()]);
  const ask = useAction(forgotPassword, {
    onSuccess: () => {
      setSendings([...sendings, serverNow()]);
      toast.success(codeWords.sentAgain);
    },
    onError: (error) => toast.error(error.problem?.detail ?? codeWords.notSent),
  });
  const reset = useAction(resetPassword, {
    onSuccess: (answer) => {
      if (answer.jwt === null) return onChallenge(answer.challenge.id);
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
    if (codeDigits(target.value).length === codeLength && form.getValues('password') === '') setFocus('password');
  }

  function take(received: string) {
    form.setValue('code', received, { shouldDirty: true });
    clearMistake();
    setFocus('password');
  }

  return (
    <>
      <Card surface="well">
        <Form
          error={errors.root?.['server']}
          onSubmit={form.handleSubmit(({ code, password }) =>
            reset.mutate({ body: { ...readIdentifier(to), code, password, passwordConfirmation: password } }),
          )}
        >
          <p>{words.forgot.sent(to)}</p>
          {/* Tells password managers which account the password is for. */}
          <input type="text" autoComplete="username" value={to} readOnly hidden />
          <CodeField
            error={errors.code?.message}
            {...form.register('code', { setValueAs: codeDigits, onChange: goOn })}
          />
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
          onSend={() => ask.mutate({ body: readIdentifier(to) })}
        />
      </Card>
      <p className={styles.links}>
        <Button variant="ghost" onClick={onOther}>
          {words.forgot.other}
        </Button>
      </p>
      {children}
      <DemoInbox to={to} onCode={take} />
    </>
  );
}

const firstWaitMs = 60_000;

/**
 * When a code may be asked for again. The server never says, because that would tell whether there is an account: its wait
 * begins with a minute and doubles with each code.
 */
function resendAt(sendings: readonly number[]): string {
  return new Date(sendings.at(-1)! + firstWaitMs * 2 ** (sendings.length - 1)).toISOString();
}

/** The content of the field *Phone or e-mail*, in the form that the calls take. */
function readIdentifier(text: string): { email: string } | { phone: string } {
  return text.includes('@') ? { email: text.trim() } : { phone: text.trim() };
}
