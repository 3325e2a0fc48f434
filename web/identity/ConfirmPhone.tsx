import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { confirmPhone, sendCode } from '#contract/calls/identity.ts';
import { code } from '#contract/forms/identity.ts';
import type { Verification } from '#contract/identity.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useMe } from '#web/api/signed-in.ts';
import { useAction } from '#web/api/actions.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { CodeField } from '#web/codes/CodeField.tsx';
import { DemoInbox } from '#web/codes/DemoInbox.tsx';
import { codeDigits } from '#web/codes/oneTimeCode.ts';
import { Resend } from '#web/codes/Resend.tsx';
import { Page } from '#web/layout/Page.tsx';
import { useWayBack } from '#web/session/session.ts';
import { signInInstead } from '#web/session/signOut.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Form } from '#ui/Form.tsx';
import { Link } from '#ui/Link.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toasts.ts';
import { words as codeWords } from '#web/words/en/codes.ts';
import { words } from '#web/words/en/identity.ts';
import { words as limitWords } from '#web/words/en/play-limits.ts';
import styles from './Identity.module.css';

/** The call also accepts a Firebase token instead. */
const codeForm = v.strictObject({ code });

/** The page after sign-up. The wallet and the checkout also redirect here while the phone is not confirmed. */
export default function ConfirmPhone() {
  const { from = '/' } = useWayBack();
  const me = useMe();
  if (me.data?.confirmed) return <Redirect to={from} replace />;
  return (
    <Page title={words.confirm.title} width="narrow">
      {me.data && <CodeForm phone={me.data.phone} from={from} />}
      {me.isPending && (
        <Card>
          <Skeleton shape="block" />
        </Card>
      )}
      {me.error && <Failure error={me.error} onRetry={me.refetch} retrying={me.isFetching} />}
    </Page>
  );
}

function CodeForm({ phone, from }: { phone: string; from: string }) {
  const form = useForm({ resolver: valibotResolver(codeForm), defaultValues: { code: '' } });
  const { errors } = form.formState;
  const confirm = useAction(confirmPhone, {
    // Once the refreshed user is confirmed, the page above redirects.
    refresh: ['auth'],
    onSuccess: () => toast.success(words.confirm.done),
    onError: (error) => showRefusal(error, form, { codes: { invalid_code: 'code', phone_taken: 'code' } }),
  });
  const state = useHistoryState<{ verification?: Verification } | null>();
  const send = useAction(sendCode, {
    onSuccess: () => toast.success(codeWords.sentAgain),
    onError: (error) => toast.error(error.problem?.detail ?? codeWords.notSent),
  });
  return (
    <>
      <Card className={styles.stack}>
        <p>{words.confirm.sentTo(phone)}</p>
        <Form error={errors.root?.['server']} onSubmit={form.handleSubmit((body) => confirm.mutate({ body }))}>
          <CodeField error={errors.code?.message} {...form.register('code', { setValueAs: codeDigits })} />
          <Button type="submit" size="l" block pending={confirm.isPending || confirm.isSuccess}>
            {codeWords.submit}
          </Button>
        </Form>
        <Resend
          at={(send.data?.verification ?? state?.verification)?.resendAt}
          pending={send.isPending}
          onSend={() => send.mutate({})}
        />
        {/* Only the message says whether the account exists already: this page is the same for everybody who signs up. */}
        <p className={styles.links}>
          {words.confirm.known}
          <Button variant="ghost" onClick={() => signInInstead({ from })}>
            {words.confirm.signIn}
          </Button>
        </p>
        <p className={styles.text}>{words.confirm.why}</p>
        <p className={styles.text}>
          {limitWords.offer.signUp} <Link to="/profile#play-limits">{limitWords.offer.link}</Link>.
        </p>
        <p className={styles.links}>
          <Link to={from}>{words.confirm.later}</Link>
        </p>
      </Card>
      <DemoInbox to={phone} onCode={(code) => form.setValue('code', code, { shouldDirty: true })} />
    </>
  );
}
