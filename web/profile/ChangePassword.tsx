import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { changePassword } from '#contract/calls/identity.ts';
import { credentials, registration } from '#contract/forms/identity.ts';
import { useAction } from '#web/api/actions.ts';
import { refresh } from '#web/api/queries.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { renewToken } from '#web/session/renewToken.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { toast } from '#ui/toasts.ts';
import { words } from '#web/words/en/profile.ts';

const passwordForm = v.object({
  currentPassword: credentials.entries.password,
  password: registration.entries.password,
});

/** No second field to repeat the new password, because it can be shown. */
export function ChangePassword({ identifier }: { identifier: string }) {
  const form = useForm({
    resolver: valibotResolver(passwordForm),
    defaultValues: { currentPassword: '', password: '' },
  });
  const { errors } = form.formState;
  const change = useAction(changePassword, {
    onSuccess: ({ jwt }) => {
      renewToken(jwt);
      refresh('auth');
      form.reset();
      toast.success(words.password.saved);
    },
    onError: (error) => showRefusal(error, form, { codes: { wrong_password: 'currentPassword' } }),
  });
  const submit = form.handleSubmit(({ currentPassword, password }) =>
    change.mutate({ body: { currentPassword, password, passwordConfirmation: password } }),
  );
  return (
    <Card surface="well">
      <Form error={errors.root?.['server']} onSubmit={submit}>
        {/* Tells password managers which account the password is for. */}
        <input type="text" autoComplete="username" value={identifier} readOnly hidden />
        <Field label={words.password.current} error={errors.currentPassword?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
        </Field>
        <Field
          label={words.password.next}
          error={errors.password?.message}
          hint={!errors.password && words.password.hint}
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Button type="submit" pending={change.isPending}>
          {words.password.save}
        </Button>
      </Form>
    </Card>
  );
}
