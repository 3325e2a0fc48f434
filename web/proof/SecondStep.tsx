import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { passSecondStep } from '#contract/calls/identity.ts';
import type { CallAnswer } from '#contract/endpoints.ts';
import { useAction } from '#web/api/actions.ts';
import { call } from '#web/api/call.ts';
import { codeOf } from '#web/api/errors.ts';
import { explain } from '#web/api/explain.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { Page } from '#web/layout/Page.tsx';
import { askForStrongPassword } from '#web/session/askForStrongPassword.ts';
import { signIn } from '#web/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Form } from '#ui/Form.tsx';
import { toast } from '#ui/toasts.ts';
import { words } from '#web/words/en/proof.ts';
import { hasPasskeys } from './hasPasskeys.ts';
import { MessageStep } from './MessageStep.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import type { SecondStepProps } from './second-step.ts';
import { noValues, SecondFactor, secondFields, useSecondMethod, type ProofValues } from './SecondFactor.tsx';
import { usePasskey } from './usePasskey.ts';

/** The second step of a sign-in or of a new password. */
export function SecondStep(props: SecondStepProps) {
  const byMessage = props.challenge.methods.some((method) => method === 'sms' || method === 'email');
  return byMessage ? <MessageStep {...props} /> : <FactorStep {...props} />;
}

/** A passkey, a code of the authenticator app, or a recovery code. */
function FactorStep({ challenge, remember, done, onOver }: SecondStepProps) {
  const { id: challengeId, methods } = challenge;
  const [method, setMethod] = useSecondMethod(methods);
  const form = useForm<ProofValues>({
    resolver: valibotResolver(v.object({ password: v.string(), ...secondFields[method] })),
    defaultValues: noValues,
  });
  const { errors } = form.formState;
  function goOn({ jwt, user }: CallAnswer<typeof passSecondStep>) {
    if (done !== undefined) toast.success(done, { arrives: true });
    signIn(jwt, { remember });
    askForStrongPassword(user);
  }
  /** Returns whether the challenge is over: then there is nothing to enter any more. */
  function leaveWhenOver(error: unknown): boolean {
    if (codeOf(error) !== 'challenge_over') return false;
    toast.error(explain(error).text);
    onOver();
    return true;
  }
  const pass = useAction(passSecondStep, {
    onSuccess: goOn,
    onError: (error) => {
      if (!leaveWhenOver(error)) showRefusal(error, form);
    },
  });
  const passkey = usePasskey(
    async () => challenge.passkey,
    async (credential) => {
      try {
        goOn(await call(passSecondStep, { body: { challengeId, credential } }));
      } catch (error) {
        if (!leaveWhenOver(error)) throw error;
      }
    },
  );
  const offersPasskey = hasPasskeys() && challenge.passkey !== undefined;
  const submit = form.handleSubmit((values) => pass.mutate({ body: { challengeId, [method]: values[method] } }));
  const { lead, recoveryLead, passkeyLead, known, back } = words.secondStep;
  const leadOfCode = method === 'code' ? lead : recoveryLead;
  return (
    <Page title={words.title} lead={offersPasskey ? passkeyLead : leadOfCode} width="narrow">
      <Card surface="well">
        <Form error={errors.root?.['server']} onSubmit={submit}>
          {offersPasskey && (
            <>
              <PasskeyButton variant="primary" pending={passkey.isPending} error={passkey.error} onUse={passkey.use}>
                {words.passkey}
              </PasskeyButton>
              <p>{words.orElse}</p>
            </>
          )}
          <SecondFactor form={form} errors={errors} methods={methods} method={method} onMethod={setMethod} />
          <Button
            type="submit"
            variant={offersPasskey ? 'secondary' : 'primary'}
            size="l"
            block
            pending={pass.isPending || pass.isSuccess}
          >
            {words.submit}
          </Button>
          <p>{known}</p>
        </Form>
      </Card>
      <Button variant="ghost" onClick={onOver}>
        {back}
      </Button>
    </Page>
  );
}
