import { useState, type FormEvent } from 'react';
import * as v from 'valibot';
import { signIn as signInCall } from '#contract/calls/identity.ts';
import { credentials } from '#contract/forms/identity.ts';
import { explain } from '#web/api/explain.ts';
import { useAction } from '#web/api/actions.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { Page } from '#web/layout/Page.tsx';
import { signIn, useSessionEnded, useWayBack, type WayBack } from '#web/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { Link } from '#ui/Link.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { words } from '#web/words/en/identity.ts';
import styles from './Identity.module.css';

// Lazy, because few people have a second factor.
const SecondStep = lazyPart(async () => ({ default: (await import('#web/proof/SecondStep.tsx')).SecondStep }));

type Mistakes = Partial<Record<keyof v.InferInput<typeof credentials>, [string, ...string[]]>>;

/**
 * No form library for two fields and a checkbox: it would be a seventh of all that this page loads. The values are read
 * from the DOM, so that input typed or autofilled before hydration counts.
 */
export default function SignIn() {
  const wayBack = useWayBack();
  const hasEnded = useSessionEnded();
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const action = useAction(signInCall, {
    onSuccess: ({ jwt, user }, { body }) => {
      if (jwt === null) return;
      signIn(jwt, { remember: body.remember === true });
      // Not among the files of this page: few people need it, and nothing waits for it.
      if (user.passwordIsWeak)
        import('#web/session/weak-password.tsx').then(
          (it) => it.askForNewPassword(),
          () => {},
        );
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const read = v.safeParse(credentials, { ...Object.fromEntries(fields), remember: fields.has('remember') });
    const nested: Mistakes = read.success ? {} : (v.flatten<typeof credentials>(read.issues).nested ?? {});
    setMistakes(nested);
    action.reset();
    if (read.success) action.mutate({ body: read.output });
    else event.currentTarget.querySelector<HTMLElement>(`[name=${Object.keys(nested)[0]}]`)?.focus();
  }

  /** A mistake that is being mended is not shown any more. */
  function clearMistake({ target }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    if (name in mistakes) setMistakes({ ...mistakes, [name]: undefined });
  }

  if (action.isSuccess && action.data.jwt === null) {
    const { remember = false } = action.variables.body;
    return <SecondStep challengeId={action.data.challenge.id} remember={remember} onOver={action.reset} />;
  }
  return (
    <Page title={words.signIn.title} lead={<Lead hasEnded={hasEnded} {...wayBack} />} width="narrow">
      <Card surface="well">
        <Form error={action.error ? formError(action.error) : undefined} onSubmit={submit} onInput={clearMistake}>
          <Field label={words.identifier} error={mistakes.identifier?.[0]}>
            <TextInput name="identifier" autoComplete="username" autoCapitalize="none" spellCheck={false} />
          </Field>
          <Field
            label={words.password}
            error={mistakes.password?.[0]}
            aside={
              <Link to="/auth/forgot" state={wayBack} className={styles.tall}>
                {words.signIn.forgot}
              </Link>
            }
          >
            <PasswordInput name="password" autoComplete="current-password" />
          </Field>
          <Checkbox label={words.signIn.remember} name="remember" />
          {/* Pending until the guard has redirected, or a second tap would sign in twice. */}
          <Button type="submit" size="l" block pending={action.isPending || action.isSuccess}>
            {words.signIn.submit}
          </Button>
        </Form>
      </Card>
      <p className={styles.links}>
        {words.signIn.newHere}
        <Link to="/auth/signup" state={wayBack}>
          {words.signIn.signUp}
        </Link>
      </p>
    </Page>
  );
}

/** One line in each case: the prerendered page cannot know which, and nothing may move. */
function Lead({ hasEnded, from }: WayBack & { hasEnded: boolean }) {
  if (hasEnded) return <strong role="status">{words.signIn.ended}</strong>;
  return from ? words.signIn.goOn : words.signIn.lead;
}

function formError(error: unknown) {
  const { title, text } = explain(error);
  return { type: title, message: text };
}
