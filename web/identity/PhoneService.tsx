import { useEffect, useRef, useState } from 'react';
import { confirmPhone } from '#contract/calls/identity.ts';
import type { IdentityService } from '#contract/identity.ts';
import { useAction } from '#web/api/actions.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { CodeField } from '#web/codes/CodeField.tsx';
import { Resend } from '#web/codes/Resend.tsx';
import { resendAt } from '#web/codes/resendAt.ts';
import { useCodeForm } from '#web/codes/useCodeForm.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Form } from '#ui/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import { formatPhone } from '#domain/phone.ts';
import { words as codeWords } from '#web/words/en/codes.ts';
import { words } from '#web/words/en/phone-service.ts';
import type { SentCode } from './firebase.ts';
import styles from './Identity.module.css';

/** The search of the address at which this page's policy is open for Firebase. */
const byFirebase = '?by=firebase';
const isForFirebase = location.search === byFirebase;

// The open policy, and the scripts of Google, end with this document: whatever page comes next is loaded anew. The router sends
// these events.
if (isForFirebase) {
  for (const move of ['pushState', 'replaceState', 'popstate']) {
    addEventListener(move, () => {
      if (location.search !== byFirebase) location.reload();
    });
  }
}

interface PhoneServiceProps {
  service: IdentityService;
  phone: string;
}

/** Confirms a phone by a code of Firebase: offered on the usual page, entered on the document that was loaded for it. */
export default function PhoneService(props: PhoneServiceProps) {
  return isForFirebase ? <FirebaseCode {...props} /> : <Offer />;
}

function Offer() {
  return (
    <p className={styles.links}>
      {words.offer}
      <Button variant="ghost" onClick={() => loadAgain(byFirebase, { send: true })}>
        {words.open}
      </Button>
    </p>
  );
}

/** Loads this page with another search, and the policy that belongs to it. The state of the history entry stays. */
function loadAgain(search: string, more: { send?: true } = {}): void {
  history.replaceState({ ...(history.state as object | null), ...more }, '', location.pathname + search);
  location.reload();
}

/** Whether the button of the page before was just tapped. Loading this page again sends no second message. */
function takeSend(): boolean {
  const { send, ...rest } = (history.state ?? {}) as { send?: true };
  if (send) history.replaceState(rest, '');
  return send === true;
}

function FirebaseCode({ service, phone }: PhoneServiceProps) {
  const badge = useRef<HTMLDivElement>(null);
  const [sent, setSent] = useState<SentCode | null>(null);
  const [sendings, setSendings] = useState<readonly number[]>([]);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const { form, errors, isSpent, bind } = useCodeForm();
  const confirm = useAction(confirmPhone, {
    // The page is then left, because the phone is confirmed.
    refresh: ['auth'],
    onError: (error) => showRefusal(error, form, { codes: { invalid_code: 'code', phone_taken: 'code' } }),
  });

  async function send() {
    setBusy(true);
    setTrouble(null);
    try {
      // Only whoever asks for it downloads the SDK.
      const { sendFirebaseCode } = await import('./firebase.ts');
      setSent(await sendFirebaseCode(service, phone, badge.current!));
      setSendings([...sendings, Date.now()]);
    } catch (error) {
      setTrouble(explain(error));
    }
    setBusy(false);
  }

  async function enter(code: string) {
    setBusy(true);
    try {
      confirm.mutate({ body: { idToken: await sent!.confirm(code) } });
    } catch (error) {
      const type = codeOf(error) === wrongCode ? 'server' : 'firebase';
      form.setError('code', { type, message: explain(error) });
    }
    setBusy(false);
  }

  useEffect(() => {
    if (takeSend()) void send();
    // oxlint-disable-next-line react/exhaustive-deps -- once for this document
  }, []);

  const isBusy = busy || confirm.isPending || confirm.isSuccess;
  const { submit, field } = bind(isBusy, (code) => void enter(code));
  return (
    <>
      <Card surface="well">
        {sent ? (
          <Form error={errors['root.server']} onSubmit={submit}>
            <p>{words.sent(formatPhone(phone))}</p>
            <CodeField error={errors.code?.message} {...field} />
            <Button type="submit" size="l" block pending={isBusy} disabled={isSpent}>
              {codeWords.submit}
            </Button>
          </Form>
        ) : (
          <>
            <p>{words.lead(formatPhone(phone))}</p>
            <Button size="l" block pending={busy} onClick={() => void send()}>
              {words.send}
            </Button>
          </>
        )}
        {trouble && <Notice tone="error">{trouble}</Notice>}
        <div ref={badge} />
        {sent && <Resend at={resendAt(sendings)} pending={busy} onSend={() => void send()} />}
      </Card>
      <p className={styles.links}>
        <Button variant="ghost" onClick={() => loadAgain('')}>
          {words.own}
        </Button>
      </p>
    </>
  );
}

const wrongCode = 'auth/invalid-verification-code';

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}

/** Firebase's refusal, in the player's words. */
function explain(error: unknown): string {
  const code = codeOf(error);
  if (code === wrongCode) return words.wrong;
  if (code === 'auth/code-expired') return words.over;
  if (code === 'auth/too-many-requests' || code === 'auth/quota-exceeded') return words.tooMany;
  return words.unreachable;
}
