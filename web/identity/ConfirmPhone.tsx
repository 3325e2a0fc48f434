import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { confirmPhone, sendCode } from '#contract/calls/identity.ts';
import { code } from '#contract/forms/identity.ts';
import type { Verification } from '#contract/identity.ts';
import { Failure } from '../api/Failure.tsx';
import { useMe } from '../api/client.ts';
import { useAction } from '../api/actions.ts';
import { showRefusal } from '../api/showRefusal.ts';
import { useNow } from '../clock/clock.ts';
import { Page } from '../layout/Page.tsx';
import { useWayBack } from '../session/session.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Countdown } from '../ui/Countdown.tsx';
import { Form } from '../ui/Form.tsx';
import { Link } from '../ui/Link.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts.ts';
import { words } from '../words/en/identity.ts';
import { words as limitWords } from '../words/en/play-limits.ts';
import { CodeField } from './CodeField.tsx';
import { DemoInbox } from './DemoInbox.tsx';
import styles from './Identity.module.css';
import { codeDigits } from './oneTimeCode.ts';

/** The call also takes a Firebase token instead. */
const codeForm = v.strictObject({ code });

/** Where sign-up leads, and where whoever has not confirmed the phone yet is sent from the wallet and the checkout. */
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
    // With the user known to be confirmed, the page above moves on.
    refresh: ['auth'],
    onSuccess: () => toast.success(words.confirm.done),
    onError: (error) => showRefusal(error, form, { codes: { invalid_code: 'code' } }),
  });
  return (
    <>
      <Card className={styles.stack}>
        <p>{words.confirm.sentTo(phone)}</p>
        <Form error={errors.root?.['server']} onSubmit={form.handleSubmit((body) => confirm.mutate({ body }))}>
          <CodeField error={errors.code?.message} {...form.register('code', { setValueAs: codeDigits })} />
          <Button type="submit" size="l" block pending={confirm.isPending || confirm.isSuccess}>
            {words.confirm.submit}
          </Button>
        </Form>
        <Resend />
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

/** A new code, once the last one has had its time to arrive. */
function Resend() {
  const state = useHistoryState<{ verification?: Verification } | null>();
  const send = useAction(sendCode, {
    onSuccess: () => toast.success(words.confirm.sentAgain),
    onError: (error) => toast.error(error.problem?.detail ?? words.confirm.notSent),
  });
  const resendAt = (send.data?.verification ?? state?.verification)?.resendAt;
  const now = useNow();
  const mayResend = resendAt === undefined || (now !== null && now >= Date.parse(resendAt));
  return (
    <div className={styles.resend}>
      {mayResend ? (
        <Button variant="ghost" pending={send.isPending} onClick={() => send.mutate({})}>
          {words.confirm.sendAgain}
        </Button>
      ) : (
        <p>
          {words.confirm.sendAgainIn} <Countdown to={resendAt} />
        </p>
      )}
    </div>
  );
}
