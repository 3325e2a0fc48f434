import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { getProofOptions, giveProof } from '#contract/calls/proofs.ts';
import { credentials } from '#contract/forms/identity.ts';
import type { CallAnswer } from '#contract/endpoints.ts';
import type { NeededProof } from '#contract/problems.ts';
import { useAction } from '#web/api/actions.ts';
import { call } from '#web/api/call.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { useMe } from '#web/api/signed-in.ts';
import { renewToken } from '#web/session/renewToken.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { words } from '#web/words/en/proof.ts';
import { endAsking } from './ask.ts';
import { hasPasskeys } from './hasPasskeys.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { noValues, SecondFactor, secondFields, useSecondMethod, type ProofValues } from './SecondFactor.tsx';
import { usePasskey } from './usePasskey.ts';

const { password } = credentials.entries;
const noSecond = { code: v.string(), recoveryCode: v.string() };

/** Asks for a passkey, or for the password, and with `strong` for a second factor too. The session continues under a new token. */
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
  const [method, setMethod] = useSecondMethod(needed.methods);
  const form = useForm<ProofValues>({
    resolver: valibotResolver(v.object({ password, ...(isStrong ? secondFields[method] : noSecond) })),
    defaultValues: noValues,
  });
  const { errors } = form.formState;
  function goOn({ jwt }: CallAnswer<typeof giveProof>) {
    renewToken(jwt);
    endAsking(true);
  }
  const prove = useAction(giveProof, {
    onSuccess: goOn,
    onError: (error) => showRefusal(error, form),
  });
  const submit = form.handleSubmit((values) =>
    prove.mutate({ body: { password: values.password, ...(isStrong && { [method]: values[method] }) } }),
  );
  const passkey = usePasskey(
    async () => (await call(getProofOptions)).data.passkey,
    async (credential) => goOn(await call(giveProof, { body: { credential } })),
  );
  const offersPasskey = hasPasskeys() && needed.methods.includes('passkey');
  const { wanted, wantedBoth, wantedRecovery, orPassword, orBoth, orRecovery } = words;
  const [alone, withCode, withRecovery] = offersPasskey
    ? [orPassword, orBoth, orRecovery]
    : [wanted, wantedBoth, wantedRecovery];
  const withSecond = method === 'code' ? withCode : withRecovery;
  return (
    <Card surface="well">
      <Form error={errors.root?.['server']} onSubmit={submit}>
        {offersPasskey && (
          <PasskeyButton variant="primary" pending={passkey.isPending} error={passkey.error} onUse={passkey.use}>
            {words.passkey}
          </PasskeyButton>
        )}
        <p>{isStrong ? withSecond : alone}</p>
        {/* Tells password managers which account the password is for. */}
        <input type="text" autoComplete="username" value={me?.phone ?? ''} readOnly hidden />
        <Field label={words.password} error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
        {isStrong && (
          <SecondFactor form={form} errors={errors} methods={needed.methods} method={method} onMethod={setMethod} />
        )}
        <Button
          type="submit"
          variant={offersPasskey ? 'secondary' : 'primary'}
          size="l"
          block
          pending={prove.isPending}
        >
          {words.submit}
        </Button>
        <Button variant="ghost" block onClick={() => endAsking(false)}>
          {words.cancel}
        </Button>
      </Form>
    </Card>
  );
}
