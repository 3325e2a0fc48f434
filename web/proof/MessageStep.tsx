import { useEffect, useState, type ReactNode } from 'react';
import { passSecondStep } from '#contract/calls/identity.ts';
import { sendSecondStepCode } from '#contract/calls/new-device.ts';
import { useAction } from '#web/api/actions.ts';
import { codeOf } from '#web/api/errors.ts';
import { explain } from '#web/api/explain.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { serverNow } from '#web/clock/clock.ts';
import { CodeField } from '#web/codes/CodeField.tsx';
import { DemoInbox } from '#web/codes/DemoInbox.tsx';
import { Resend } from '#web/codes/Resend.tsx';
import { resendAt } from '#web/codes/resendAt.ts';
import { useCodeForm } from '#web/codes/useCodeForm.ts';
import { Page } from '#web/layout/Page.tsx';
import { askForStrongPassword } from '#web/session/askForStrongPassword.ts';
import { signIn } from '#web/session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Form } from '#ui/Form.tsx';
import { toast } from '#ui/toasts.ts';
import { words as codeWords } from '#web/words/en/codes.ts';
import { words } from '#web/words/en/proof.ts';
import type { SecondStepProps } from './second-step.ts';

type Method = 'sms' | 'email';

const { ask, send: sendWords, sent: sentWords, other: otherWords, known, back } = words.secondStep;

/** The second step on a new device: a code that is sent on demand, by SMS or e-mail. */
export function MessageStep({ challenge, remember, identifier, done, onOver }: SecondStepProps) {
  const methods = (['sms', 'email'] as const).filter((method) => challenge.methods.includes(method));
  const [method, setMethod] = useState<Method>(methods[0]!);
  const other = methods.find((one) => one !== method);
  /** When codes were sent each way, in ms since 1970. */
  const [sendings, setSendings] = useState<Readonly<Record<Method, readonly number[]>>>({ sms: [], email: [] });
  const isSent = sendings[method].length > 0;

  function note() {
    setSendings((before) => ({ ...before, [method]: [...before[method], serverNow()] }));
  }

  const send = useAction(sendSecondStepCode, {
    onSuccess: () => {
      if (isSent) toast.success(codeWords.sentAgain);
      note();
    },
    onError: (error) => {
      if (codeOf(error) === 'challenge_over') return endIt(error.problem!.detail);
      // The refusal stays in sight below the field: one was sent shortly before, in another window for instance.
      if (codeOf(error) === 'rate_limited' && !isSent) note();
    },
  });

  function endIt(why: string) {
    toast.error(why);
    onOver();
  }

  const { error } = send;
  const failure = error && { type: explain(error).title, message: explain(error).text };
  const submitSend = () => send.mutate({ body: { challengeId: challenge.id, method } });
  const switcher = other && (
    <Button
      variant="ghost"
      block
      onClick={() => {
        send.reset();
        setMethod(other);
      }}
    >
      {otherWords[other]}
    </Button>
  );
  const goBack = (
    <Button variant="ghost" onClick={onOver}>
      {back}
    </Button>
  );
  if (!isSent) {
    return (
      <Page title={words.title} lead={ask} width="narrow">
        <Card surface="well">
          <Form
            error={failure ?? undefined}
            onSubmit={(event) => {
              event.preventDefault();
              submitSend();
            }}
          >
            <Button type="submit" size="l" block pending={send.isPending}>
              {sendWords[method]}
            </Button>
            {switcher}
          </Form>
        </Card>
        {goBack}
      </Page>
    );
  }
  return (
    <Page title={words.title} lead={sentWords[method]} width="narrow">
      <CodeEntry
        key={method}
        challengeId={challenge.id}
        remember={remember}
        done={done}
        inboxOf={identifier !== undefined && identifier.includes('@') === (method === 'email') ? identifier : null}
        onOver={endIt}
        goBack={goBack}
      >
        {failure && <p role="alert">{failure.message}</p>}
        <Resend at={resendAt(sendings[method])} pending={send.isPending} onSend={submitSend} />
        {switcher}
      </CodeEntry>
    </Page>
  );
}

interface CodeEntryProps {
  challengeId: string;
  remember: boolean;
  done: string | undefined;
  /** The owner of the shown demo inbox; null where it is not known. */
  inboxOf: string | null;
  onOver: (why: string) => void;
  goBack: ReactNode;
  /** Below the form. */
  children: ReactNode;
}

function CodeEntry({ challengeId, remember, done, inboxOf, onOver, goBack, children }: CodeEntryProps) {
  const { input, form, errors, isSpent, bind } = useCodeForm();
  useEffect(() => input.current!.focus(), [input]);
  const pass = useAction(passSecondStep, {
    onSuccess: ({ jwt, user }) => {
      if (done !== undefined) toast.success(done, { arrives: true });
      signIn(jwt, { remember });
      askForStrongPassword(user);
    },
    onError: (error) => {
      if (codeOf(error) === 'challenge_over') onOver(error.problem!.detail);
      else showRefusal(error, form, { codes: { invalid_code: 'code' } });
    },
  });
  const isBusy = pass.isPending || pass.isSuccess;
  const { submit, field, take } = bind(isBusy, (code) => pass.mutate({ body: { challengeId, code } }));

  return (
    <>
      {inboxOf !== null && <DemoInbox to={inboxOf} onCode={take} />}
      <Card surface="well">
        <Form error={errors['root.server']} onSubmit={submit}>
          <CodeField error={errors.code?.message} {...field} />
          <Button type="submit" size="l" block pending={isBusy} disabled={isSpent}>
            {words.submit}
          </Button>
          <p>{known}</p>
        </Form>
        {children}
      </Card>
      {goBack}
    </>
  );
}
