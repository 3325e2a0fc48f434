import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { useHistoryState } from 'wouter/use-browser-location';
import { forgotPassword } from '#contract/calls/identity.ts';
import { credentials } from '#contract/forms/identity.ts';
import type { Challenge } from '#contract/identity.ts';
import { useAction } from '#web/api/actions.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { serverNow } from '#web/clock/clock.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { Page } from '#web/layout/Page.tsx';
import { useWayBack } from '#web/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { Link } from '#ui/Link.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { words } from '#web/words/en/identity.ts';
import styles from './Identity.module.css';
import { readIdentifier } from './read-identifier.ts';

// Lazy, because the first step needs neither.
const NewPassword = lazyPart(async () => ({ default: (await import('./NewPassword.tsx')).NewPassword }), {
  waiting: <Skeleton lines={8} />,
});
const SecondStep = lazyPart(async () => ({ default: (await import('#web/proof/SecondStep.tsx')).SecondStep }));

/** A password reset in two steps: where to send a code, then the code and the new password. */
export default function Forgot() {
  const wayBack = useWayBack();
  const asked = useHistoryState<{ asked?: Asked | null } | null>()?.asked;
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  /** In the entry of the history, so that a reload shows the second step again, with the secret that the code needs. */
  const keep = (asked: Asked | null) => history.replaceState({ ...wayBack, asked }, '');
  const back = (
    <p className={styles.links}>
      <Link to="/auth/login" state={wayBack}>
        {words.forgot.back}
      </Link>
    </p>
  );
  if (challenge !== null) {
    return (
      <SecondStep challenge={challenge} remember={false} done={words.forgot.done} onOver={() => setChallenge(null)} />
    );
  }
  return (
    <Page title={words.forgot.title} width="narrow">
      {asked ? (
        <NewPassword
          {...asked}
          onChallenge={(made) => {
            setChallenge(made);
            // The code that led here is used up.
            keep(null);
          }}
          onOther={() => keep(null)}
        >
          {back}
        </NewPassword>
      ) : (
        <>
          <AskForm onSent={keep} />
          {back}
        </>
      )}
    </Page>
  );
}

interface Asked {
  /** A phone or an e-mail address, as it was typed. */
  readonly to: string;
  readonly flow: string;
  /** When, in milliseconds since 1970 on the server's clock. */
  readonly sentAt: number;
}

const askForm = v.object({ identifier: credentials.entries.identifier });

function AskForm({ onSent }: { onSent: (asked: Asked) => void }) {
  const form = useForm({ resolver: valibotResolver(askForm), defaultValues: { identifier: '' } });
  const { errors } = form.formState;
  const ask = useAction(forgotPassword, {
    onSuccess: ({ flow }) => onSent({ to: form.getValues('identifier').trim(), flow, sentAt: serverNow() }),
    onError: (error) => showRefusal(error, form, { fields: { phone: 'identifier', email: 'identifier' } }),
  });
  return (
    <Card surface="well">
      <Form
        error={errors.root?.['server']}
        onSubmit={form.handleSubmit(({ identifier }) => {
          void NewPassword.preload();
          ask.mutate({ body: readIdentifier(identifier) });
        })}
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
