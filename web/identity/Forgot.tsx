import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { forgotPassword, resetPassword } from '#contract/calls/identity.ts';
import { code, credentials, registration } from '#contract/forms/identity.ts';
import { useAction } from '#web/api/actions.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { CodeField } from '#web/codes/CodeField.tsx';
import { DemoInbox } from '#web/codes/DemoInbox.tsx';
import { codeDigits } from '#web/codes/oneTimeCode.ts';
import { Page } from '#web/layout/Page.tsx';
import { signIn, useWayBack } from '#web/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { Link } from '#ui/Link.tsx';
import { PasswordInput, TextInput } from '#ui/TextInput.tsx';
import { toast } from '#ui/toasts.ts';
import { words } from '#web/words/en/identity.ts';
import styles from './Identity.module.css';

/** A password reset in two steps: where to send a code, then the code and the new password. */
export default function Forgot() {
  const wayBack = useWayBack();
  const [to, setTo] = useState<string | null>(null);
  return (
    <Page title={words.forgot.title} width="narrow">
      {to === null ? <AskForm onSent={setTo} /> : <NewPasswordForm to={to} onOther={() => setTo(null)} />}
      <p className={styles.links}>
        <Link to="/auth/login" state={wayBack}>
          {words.forgot.back}
        </Link>
      </p>
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
    <Card className={styles.stack}>
      <p className={styles.text}>{words.forgot.ask}</p>
      <Form
        error={errors.root?.['server']}
        onSubmit={form.handleSubmit(({ identifier }) => ask.mutate({ body: readIdentifier(identifier) }))}
      >
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

/** No second field to repeat the password: it can be shown, and people would only paste into a second one. */
function NewPasswordForm({ to, onOther }: { to: string; onOther: () => void }) {
  const form = useForm({ resolver: valibotResolver(newPasswordForm), defaultValues: { code: '', password: '' } });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  const reset = useAction(resetPassword, {
    onSuccess: ({ jwt }) => {
      toast.success(words.forgot.done);
      signIn(jwt, { remember: false });
    },
    onError: (error) => showRefusal(error, form, { codes: { invalid_code: 'code' } }),
  });
  return (
    <>
      <Card className={styles.stack}>
        <p>{words.forgot.sent(to)}</p>
        <Form
          error={errors.root?.['server']}
          onSubmit={form.handleSubmit(({ code, password }) =>
            reset.mutate({ body: { ...readIdentifier(to), code, password, passwordConfirmation: password } }),
          )}
        >
          {/* Tells password managers which account the password is for. */}
          <input type="text" autoComplete="username" value={to} readOnly hidden />
          <CodeField error={errors.code?.message} {...form.register('code', { setValueAs: codeDigits })} />
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
        <Button variant="ghost" onClick={onOther}>
          {words.forgot.other}
        </Button>
      </Card>
      <DemoInbox to={to} onCode={(code) => form.setValue('code', code, { shouldDirty: true })} />
    </>
  );
}

/** The content of the field *Phone or e-mail*, in the form that the calls take. */
function readIdentifier(text: string): { email: string } | { phone: string } {
  return text.includes('@') ? { email: text.trim() } : { phone: text.trim() };
}
