import { useState, useSyncExternalStore, type FormEvent } from 'react';
import * as v from 'valibot';
import { signIn as signInCall } from '#contract/calls/identity.ts';
import { credentials } from '#contract/forms/identity.ts';
import { explain } from '#web/api/explain.ts';
import { useAction } from '#web/api/actions.ts';
import { useBasket } from '#web/basket/basket.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { Page } from '#web/layout/Page.tsx';
import { hasPasskeys } from '#web/proof/hasPasskeys.ts';
import { askForStrongPassword } from '#web/session/askForStrongPassword.ts';
import { signIn, useSessionEnded, useWayBack, type WayBack } from '#web/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { Link } from '#ui/Link.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { words } from '#web/words/en/identity.ts';
import { words as passkeyWords } from '#web/words/en/passkey-sign-in.ts';
import styles from './Identity.module.css';
import { Remember } from './Remember.tsx';
import ownStyles from './SignIn.module.css';

// Lazy, because few sign-ins have a second step.
const SecondStep = lazyPart(async () => ({ default: (await import('#web/proof/SecondStep.tsx')).SecondStep }));

// Lazy, because the form is used without it.
const PasskeySignIn = lazyPart(async () => ({ default: (await import('#web/proof/PasskeySignIn.tsx')).PasskeySignIn }));

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
      askForStrongPassword(user);
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

  /** An error that is being corrected is not shown any more. */
  function clearMistake({ target }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    if (name in mistakes) setMistakes({ ...mistakes, [name]: undefined });
  }

  if (action.isSuccess && action.data.jwt === null) {
    const { remember = false, identifier } = action.variables.body;
    return (
      <SecondStep challenge={action.data.challenge} remember={remember} identifier={identifier} onOver={action.reset} />
    );
  }
  return (
    <Page title={words.signIn.title} lead={<Lead hasEnded={hasEnded} {...wayBack} />} width="narrow">
      <Card surface="well">
        <Form error={action.error ? formError(action.error) : undefined} onSubmit={submit} onInput={clearMistake}>
          <Field label={words.identifier} error={mistakes.identifier?.[0]}>
            <TextInput name="identifier" autoComplete="username webauthn" autoCapitalize="none" spellCheck={false} />
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
          <Remember name="remember" />
          {/* Pending until the guard has redirected, or a second tap would sign in twice. */}
          <Button type="submit" size="l" block pending={action.isPending || action.isSuccess}>
            {words.signIn.submit}
          </Button>
          <Passkey />
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

const neverChanges = () => () => {};

/** Keeps its place in every browser, because the prerendered page cannot know which has passkeys, and nothing may move. */
function Passkey() {
  const [tapped, setTapped] = useState(false);
  const isThere = useSyncExternalStore(neverChanges, hasPasskeys, () => false);
  const waiting = (
    <Button
      variant="secondary"
      size="l"
      block
      className={isThere ? undefined : ownStyles.unseen}
      pending={tapped}
      onClick={() => setTapped(true)}
    >
      {passkeyWords.submit}
    </Button>
  );
  return isThere ? <PasskeySignIn tapped={tapped} waiting={waiting} /> : waiting;
}

/** One line in each case: the prerendered page cannot know which, and nothing may move. */
function Lead({ hasEnded, from }: WayBack & { hasEnded: boolean }) {
  const { items } = useBasket();
  if (hasEnded) return <strong role="status">{words.signIn.ended}</strong>;
  // Signing out in another tab has emptied the basket.
  return from && items.length > 0 ? words.signIn.goOn : words.signIn.lead;
}

function formError(error: unknown) {
  const { title, text } = explain(error);
  return { type: title, message: text };
}
