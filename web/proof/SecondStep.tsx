import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { passSecondStep } from '#contract/calls/identity.ts';
import { useAction } from '#web/api/actions.ts';
import { codeOf } from '#web/api/errors.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { Page } from '#web/layout/Page.tsx';
import { signIn } from '#web/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Form } from '#ui/Form.tsx';
import { toast } from '#ui/toasts.ts';
import { words } from '#web/words/en/proof.ts';
import { noValues, SecondFactor, secondFields, useSecondMethod, type ProofValues } from './SecondFactor.tsx';

interface SecondStepProps {
  challengeId: string;
  remember: boolean;
  /** What the page after it says. */
  done?: string;
  /** The challenge is over, or the client goes back. */
  onOver: () => void;
}

/** The second step of a sign-in or of a new password: a code of the authenticator app, or a recovery code. */
export function SecondStep({ challengeId, remember, done, onOver }: SecondStepProps) {
  const [method, setMethod] = useSecondMethod();
  const form = useForm<ProofValues>({
    resolver: valibotResolver(v.object({ password: v.string(), ...secondFields[method] })),
    defaultValues: noValues,
  });
  const { errors } = form.formState;
  const pass = useAction(passSecondStep, {
    onSuccess: ({ jwt, user }) => {
      if (done !== undefined) toast.success(done, { arrives: true });
      signIn(jwt, { remember });
      // Not among the files of this page: few people need it, and nothing waits for it.
      if (user.passwordIsWeak)
        import('#web/session/weak-password.tsx').then(
          (it) => it.askForNewPassword(),
          () => {},
        );
    },
    onError: (error) => {
      if (codeOf(error) !== 'challenge_over') return showRefusal(error, form);
      toast.error(error.problem!.detail);
      onOver();
    },
  });
  const submit = form.handleSubmit((values) => pass.mutate({ body: { challengeId, [method]: values[method] } }));
  const { lead, recoveryLead, known, back } = words.secondStep;
  return (
    <Page title={words.title} lead={method === 'code' ? lead : recoveryLead} width="narrow">
      <Card surface="well">
        <Form error={errors.root?.['server']} onSubmit={submit}>
          <SecondFactor form={form} errors={errors} method={method} onMethod={setMethod} />
          <Button type="submit" size="l" block pending={pass.isPending || pass.isSuccess}>
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
