import type { ReactNode } from 'react';
import type { confirmEmail, confirmPhone } from '#contract/calls/identity.ts';
import type { confirmNewPhone } from '#contract/calls/new-device.ts';
import { useAction } from '#web/api/actions.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Form } from '#ui/Form.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { words } from '#web/words/en/codes.ts';
import { CodeField } from './CodeField.tsx';
import { DemoInbox, useInbox } from './DemoInbox.tsx';
import { Resend } from './Resend.tsx';
import { useCodeForm } from './useCodeForm.ts';

interface CodeFormProps {
  /** Where the code was sent: a phone or an e-mail address. */
  to: string;
  /** Where the page has not said it. */
  lead?: string;
  /** The call that confirms it. */
  confirm: typeof confirmPhone | typeof confirmEmail | typeof confirmNewPhone;
  /** Further fields of the call beside the code. */
  more?: { readonly endOthers?: boolean };
  onConfirmed: () => void;
  resend: {
    /** When a new code may be sent, ISO 8601; undefined means at once. */
    readonly at: string | undefined;
    readonly pending: boolean;
    readonly onSend: () => void;
  };
  /** Below the form. */
  children?: ReactNode;
}

/** Asks for a code that was sent. */
export function CodeForm({ to, lead, confirm: confirmCall, more, onConfirmed, resend, children }: CodeFormProps) {
  const { form, errors, isSpent, bind } = useCodeForm();
  const confirm = useAction(confirmCall, {
    // Once the refreshed user is confirmed, the form is no longer shown.
    refresh: ['auth'],
    onSuccess: onConfirmed,
    onError: (error) =>
      showRefusal(error, form, { codes: { invalid_code: 'code', phone_taken: 'code', email_taken: 'code' } }),
  });
  const inbox = useInbox(to);
  const isBusy = confirm.isPending || confirm.isSuccess;
  const { submit, field, take } = bind(isBusy, (code) => confirm.mutate({ body: { ...more, code } }));

  // Where there is an inbox, it comes with the form and pushes nothing.
  if (inbox.isPending) {
    return (
      <Card surface="well">
        <Skeleton shape="block" />
      </Card>
    );
  }
  return (
    <>
      <DemoInbox to={to} onCode={take} />
      <Card surface="well">
        <Form error={errors['root.server']} onSubmit={submit}>
          {lead && <p>{lead}</p>}
          <CodeField error={errors.code?.message} {...field} />
          <Button type="submit" size="l" block pending={isBusy} disabled={isSpent}>
            {words.submit}
          </Button>
        </Form>
        <Resend {...resend} />
      </Card>
      {children}
    </>
  );
}
