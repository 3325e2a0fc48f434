import { useState } from 'react';
import { getAuditHead } from '#contract/calls/operator/audit.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useApi } from '#console/api/queries.ts';
import { Button } from '#console/kit/Button.tsx';
import { TextField } from '#console/kit/Fields.tsx';
import { Modal } from '#console/kit/Modal.tsx';
import { NoAnswer, Problem } from '#console/kit/Problem.tsx';
import { Note, Status } from '#console/kit/Status.tsx';
import { amount } from '#console/values/amounts.ts';
import { formatSpan, formatWhen } from '#console/values/time.ts';
import { serverNow } from '#console/clock/clock.ts';
import { words } from '#console/words/en/audit.ts';
import styles from './Audit.module.css';

type AuditHead = OperatorAnswer<typeof getAuditHead>['data'];

/** Whether the chain is whole, its newest hash and the newest signed one, and the way to check a hash that somebody kept. */
export function Head() {
  const asked = useApi(getAuditHead, { query: {} }, { refetchInterval: 30_000 });
  const [isChecking, setChecking] = useState(false);
  if (!asked.data) {
    return (
      <section className={styles.head}>
        <NoAnswer of={asked} />
      </section>
    );
  }
  const head = asked.data.data;
  return (
    <section className={styles.head} aria-label={words.headNow}>
      <div className="grow">
        <div className={styles.says}>
          <State of={head} />
        </div>
        <div className="small quiet">{head.checked?.wrong ? head.checked.wrong.because : sayShown(head)}</div>
      </div>
      <dl className={styles.hashes}>
        <dt>{words.headNow}</dt>
        <dd className="mono" title={head.hash}>
          {shorten(head.hash)}
        </dd>
        {head.signed && (
          <>
            <dt>{words.signedAt(formatWhen(head.signed.at, serverNow()))}</dt>
            <dd className="mono" title={head.signed.hash}>
              {shorten(head.signed.hash)}
            </dd>
          </>
        )}
      </dl>
      <Button kind="act" keys="h" says={words.keys.head} writes={false} onPress={() => setChecking(true)}>
        {words.checkHead}
      </Button>
      <Modal isOpen={isChecking} onClose={() => setChecking(false)} label={words.checkTitle}>
        <CheckHead onClose={() => setChecking(false)} />
      </Modal>
    </section>
  );
}

function State({ of: { checked } }: { readonly of: AuditHead }) {
  if (checked === null) return <Status is="idle">{words.unchecked}</Status>;
  if (checked.wrong) return <Status is="bad">{words.broken(amount(checked.wrong.number))}</Status>;
  return (
    <Status is="ok">
      {words.whole(
        amount(checked.lines),
        formatWhen(checked.at, serverNow()),
        formatSpan(Math.max(100, checked.tookMs), true),
      )}
    </Status>
  );
}

function sayShown({ signed, number }: AuditHead): string {
  if (signed === null) return words.unsigned;
  return words.signed(formatWhen(signed.at, serverNow()), amount(signed.number), number - signed.number);
}

/** `c41b 90e7 2fd8 5a06 … 7713` */
function shorten(hash: string): string {
  const groups = hash.match(/.{4}/g) ?? [];
  return `${groups.slice(0, 4).join(' ')} … ${groups.at(-1)}`;
}

const aHash = /^[0-9a-f]{64}$/;

function CheckHead({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const hash = typed.replace(/\s/g, '').toLowerCase();
  const isWhole = aHash.test(hash);
  const asked = useApi(getAuditHead, { query: { known: hash } }, { enabled: isWhole });
  const found = isWhole ? asked.data?.data.knownNumber : undefined;
  return (
    <div className={styles.check}>
      <h2>{words.checkTitle}</h2>
      <p>{words.checkIntro}</p>
      <TextField label={words.hash} value={typed} onChange={setTyped} autoComplete="off" />
      {isWhole && asked.isError && <Problem error={asked.error} />}
      {found !== undefined && (
        <div role="status">
          <Note tone={found === null ? 'bad' : 'plain'}>
            {found === null ? words.notFound : words.found(amount(found))}
          </Note>
        </div>
      )}
      <div className="row">
        <span className="grow" />
        <Button onPress={onClose}>{words.close}</Button>
      </div>
    </div>
  );
}
