import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { credentials, signIn as signInCall } from '#contract/identity.ts';
import { useAction } from '../api/queries.ts';
import { showRefusal } from '../api/showRefusal.ts';
import { Page } from '../layout/Page.tsx';
import { signIn, useWayBack } from '../session/session.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Field } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { PasswordInput, TextInput } from '../ui/TextInput.tsx';
import { words } from '../words/en/identity.ts';
import styles from './Identity.module.css';

export default function SignIn() {
  const wayBack = useWayBack();
  // Without default values the form takes what was typed or filled in before the page came alive.
  const form = useForm({ resolver: valibotResolver(credentials) });
  const { errors } = form.formState;
  const action = useAction(signInCall, {
    onSuccess: ({ jwt }, { body }) => signIn(jwt, { remember: body.remember === true }),
    onError: (error) => showRefusal(error, form),
  });
  return (
    <Page title={words.signIn.title} lead={wayBack.from && words.signIn.goOn} width="narrow">
      <Card>
        <Form error={errors.root?.['server']} onSubmit={form.handleSubmit((body) => action.mutate({ body }))}>
          <Field label={words.identifier} error={errors.identifier?.message}>
            <TextInput
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...form.register('identifier')}
            />
          </Field>
          <Field
            label={words.password}
            error={errors.password?.message}
            aside={
              <Link to="/auth/forgot" state={wayBack}>
                {words.signIn.forgot}
              </Link>
            }
          >
            <PasswordInput autoComplete="current-password" {...form.register('password')} />
          </Field>
          <Checkbox label={words.signIn.remember} {...form.register('remember')} />
          {/* What was signed in with is on its way out until the guard has moved on. */}
          <Button type="submit" size="l" block pending={action.isPending || action.isSuccess}>
            {words.signIn.submit}
          </Button>
        </Form>
        <p className={styles.links}>
          {words.signIn.newHere}
          <Link to="/auth/signup" state={wayBack}>
            {words.signIn.signUp}
          </Link>
        </p>
      </Card>
    </Page>
  );
}
