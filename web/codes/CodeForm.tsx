import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import type { confirmEmail, confirmPhone } from '#contract/calls/identity.ts';
import type { confirmNewPhone } from '#contract/calls/new-device.ts';
import { code } from '#contract/forms/identity.ts';
import { useAction } from '#web/api/actions.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Form } from '#ui/Form.tsx';
import { words } from '#web/words/en/codes.ts';
import { CodeField } from './CodeField.tsx';
import { DemoInbox } from './DemoInbox.tsx';
import { codeDigits, codeLength } from './oneTimeCode.ts';
import { Resend } from './Resend.tsx';

/** Of what the calls accept; the one for a phone also accepts a Firebase token. */
const codeForm = v.strictObject({ code });

interface CodeFormProps {
  /** Where the code was sent: a phone or an e-mail address. */
  to: string;
  lead: string;
  /** The call that confirms it. */
  confirm: typeof confirmPhone | typeof confirmEmail | typeof confirmNewPhone;
  /** What the call takes beside the code. */
  more?: { readonly endOthers?: boolean };
  onConfirmed: () => void;
  resend: {
    /** When a new code may be sent, ISO 8601; undefined means at once. */
    readonly at: string | undefined;
    readonly pending: boolean;
    readonly onSend: () => void;
  };
  /** Between the form and the demo inbox. */
  children?: ReactNode;
}

/** Asks for a code that was sent. It is sent to the server with its sixth digit, each code once unless the button is used. */
export function CodeForm({ to, lead, confirm: confirmCall, more, onConfirmed, resend, children }: CodeFormProps) {
  const form = useForm({
    resolver: valibotResolver(codeForm),
    defaultValues: { code: '' },
    // While the digits are typed the code is always too short: that is no mistake yet.
    reValidateMode: 'onSubmit',
  });
  const { errors } = form.formState;
  const [tried, setTried] = useState('');
  const confirm = useAction(confirmCall, {
    // Once the refreshed user is confirmed, the form is no longer shown.
    refresh: ['auth'],
    onSuccess: onConfirmed,
    onError: (error) =>
      showRefusal(error, form, { codes: { invalid_code: 'code', phone_taken: 'code', email_taken: 'code' } }),
  });

  const submit = form.handleSubmit((body) => {
    if (confirm.isPending || confirm.isSuccess) return;
    setTried(body.code);
    confirm.mutate({ body: { ...more, ...body } });
  });

  function submitWhenWhole(typed: string) {
    form.clearErrors();
    const digits = codeDigits(typed);
    if (digits.length === codeLength && digits !== tried) void submit();
  }

  function take(received: string) {
    form.setValue('code', received, { shouldDirty: true });
    form.clearErrors();
    void submit();
  }

  return (
    <>
      <Card surface="well">
        <Form error={errors.root?.['server']} onSubmit={submit}>
          <p>{lead}</p>
          <CodeField
            error={errors.code?.message}
            {...form.register('code', {
              setValueAs: codeDigits,
              onChange: ({ target }: { target: HTMLInputElement }) => submitWhenWhole(target.value),
            })}
          />
          <Button type="submit" size="l" block pending={confirm.isPending || confirm.isSuccess}>
            {words.submit}
          </Button>
        </Form>
        <Resend {...resend} />
      </Card>
      {children}
      <DemoInbox to={to} onCode={take} />
    </>
  );
}
