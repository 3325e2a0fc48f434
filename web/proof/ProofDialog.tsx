import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { giveProof } from '#contract/calls/identity.ts';
import { credentials } from '#contract/forms/identity.ts';
import type { NeededProof } from '#contract/problems.ts';
import { useAction } from '#web/api/actions.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { useMe } from '#web/api/signed-in.ts';
import { renewToken } from '#web/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { words } from '#web/words/en/proof.ts';
import { endAsking } from './ask.ts';
import { noValues, SecondFactor, secondFields, useSecondMethod, type ProofValues } from './SecondFactor.tsx';

const { password } = credentials.entries;
const noSecond = { code: v.string(), recoveryCode: v.string() };

/** Asks for the password, and with `strong` for a second factor too. The session goes on under a new token. */
export function ProofDialog({ needed }: { needed: NeededProof }) {
  return (
    <Dialog open onClose={() => endAsking(false)} title={words.title}>
      <ProofForm needed={needed} />
    </Dialog>
  );
}

function ProofForm({ needed }: { needed: NeededProof }) {
  const { data: me } = useMe();
  const isStrong = needed.level === 'strong';
  const [method, setMethod] = useSecondMethod();
  const form = useForm<ProofValues>({
    resolver: valibotResolver(v.object({ password, ...(isStrong ? secondFields[method] : noSecond) })),
    defaultValues: noValues,
  });
  const { errors } = form.formState;
  const prove = useAction(giveProof, {
    onSuccess: ({ jwt }) => {
      renewToken(jwt);
      endAsking(true);
    },
    onError: (error) => showRefusal(error, form),
  });
  const submit = form.handleSubmit((values) =>
    prove.mutate({ body: { password: values.password, ...(isStrong && { [method]: values[method] }) } }),
  );
  return (
    <Card surface="well">
      <Form error={errors.root?.['server']} onSubmit={submit}>
        <p>{isStrong ? words.wantedBoth : words.wanted}</p>
        {/* Tells password managers which account the password is for. */}
        <input type="text" autoComplete="username" value={me?.phone ?? ''} readOnly hidden />
        <Field label={words.password} error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
        {isStrong && <SecondFactor form={form} errors={errors} method={method} onMethod={setMethod} />}
        <Button type="submit" size="l" block pending={prove.isPending}>
          {words.submit}
        </Button>
        <Button variant="ghost" block onClick={() => endAsking(false)}>
          {words.cancel}
        </Button>
      </Form>
    </Card>
  );
}
