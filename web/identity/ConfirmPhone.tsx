import { Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { getIdentityService } from '#contract/calls/identity-service.ts';
import { confirmPhone, sendCode } from '#contract/calls/identity.ts';
import type { Verification } from '#contract/identity.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useMe } from '#web/api/signed-in.ts';
import { useAction } from '#web/api/actions.ts';
import { explain } from '#web/api/explain.ts';
import { useApi } from '#web/api/queries.ts';
import { CodeForm } from '#web/codes/CodeForm.tsx';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { leadToCome, Page } from '#web/layout/Page.tsx';
import { signInPath, signUpPath, useWayBack, wayBackTo } from '#web/session/session.ts';
import { leaveForAnother } from '#web/session/signOut.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Link } from '#ui/Link.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toasts.ts';
import { formatPhone } from '#domain/phone.ts';
import { words as codeWords } from '#web/words/en/codes.ts';
import { words } from '#web/words/en/confirm-phone.ts';
import { words as limitWords } from '#web/words/en/safer-play.ts';
import styles from './Identity.module.css';

/** Whether this document was loaded with the policy that is open for Firebase. */
const isForFirebase = !import.meta.env.SSR && location.search === '?by=firebase';
const PhoneService = lazyPart(() => import('./PhoneService.tsx'));

/** The ways to another account. */
const others = [
  [words.wrong, words.change, signUpPath],
  [words.known, words.signIn, signInPath],
] as const;

/** The page after sign-up. The wallet and the checkout also redirect here while the phone is not confirmed. */
export default function ConfirmPhone() {
  const { from = '/' } = useWayBack();
  const me = useMe();
  if (me.data?.confirmed) return <Redirect to={from} replace />;
  return (
    <Page title={words.title} lead={me.data ? words.sentTo(formatPhone(me.data.phone)) : leadToCome} width="narrow">
      {me.data && <SentTo phone={me.data.phone} from={from} />}
      {me.isPending && (
        <Card surface="well">
          <Skeleton shape="block" />
        </Card>
      )}
      {me.error && !me.data && <Failure error={me.error} onRetry={me.refetch} retrying={me.isFetching} />}
    </Page>
  );
}

function SentTo({ phone, from }: { phone: string; from: string }) {
  // Rendered a few times in all: the compiler's code that spares renders would be more bytes than it is worth.
  'use no memo';
  const state = useHistoryState<{ verification?: Verification } | null>();
  const send = useAction(sendCode, {
    onSuccess: () => toast.success(codeWords.sentAgain),
    onError: (error) => toast.error(explain(error).text),
  });
  const service = useApi(getIdentityService, {}).data?.data;
  const byService = service && <PhoneService service={service} phone={phone} />;
  if (isForFirebase && byService) return byService;
  return (
    <CodeForm
      to={phone}
      confirm={confirmPhone}
      onConfirmed={() => toast.success(words.done, { arrives: true })}
      resend={{
        at: (send.data?.verification ?? state?.verification)?.resendAt,
        pending: send.isPending,
        onSend: () => send.mutate({}),
      }}
    >
      {/* Only the message says whether the account exists already: this page is the same for everybody who signs up. */}
      <div className={styles.ways}>
        {others.map(([question, answer, path]) => (
          <p key={path} className={styles.links}>
            {question}
            <Button variant="ghost" onClick={() => leaveForAnother(path, wayBackTo(from))}>
              {answer}
            </Button>
          </p>
        ))}
      </div>
      <p className={styles.text}>
        {limitWords.offer.signUp} <Link to="/profile#play-limits">{limitWords.offer.link}</Link>.
      </p>
      {byService}
    </CodeForm>
  );
}
