import { useState, type KeyboardEvent } from 'react';
import { decideRequest } from '#contract/calls/operator/acts.ts';
import { useMe } from '#console/api/session-state.ts';
import { isTyped } from '#console/kit/act.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { Button } from '#console/kit/Button.tsx';
import { unmetOf as sayUnmet } from '#console/kit/Check.tsx';
import { Demands } from '#console/kit/Demands.tsx';
import { useDraft } from '#console/kit/useDraft.ts';
import { TextArea, TextField } from '#console/kit/Fields.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { Note, Status } from '#console/kit/Status.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { amount } from '#console/values/amounts.ts';
import { inOneLine } from '#console/values/text.ts';
import { formatClock } from '#console/values/time.ts';
import { words } from '#console/words/en/requests.ts';
import { actsOnDraws, tones, unmetOf, type OpenedRequest } from './states.ts';
import styles from './Requests.module.css';

/** The possible answers of this operator to a request. Refusing needs a key and a reason, approving needs all of it. */
export function Answer({ request }: { readonly request: OpenedRequest }) {
  if (request.status !== 'asked') return <div className="body quiet">{words.over}</div>;
  if (request.own) {
    return (
      <div className="stack body">
        <p className="quiet">{words.mineWaits}</p>
        <End request={request} decision="withdraw" />
      </div>
    );
  }
  if (!request.mayApprove) return <div className="body quiet">{words.notYours}</div>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it takes a key from what is in it, and adds none
    <div className="stack body" onKeyDown={ignoreEnter}>
      <Approve request={request} />
      <div className={styles.last}>
        <End request={request} decision="refuse" />
      </div>
    </div>
  );
}

/** The least number of characters of a reason; the server has the same. */
const leastReason = 3;

function Approve({ request }: { readonly request: OpenedRequest }) {
  const { demo } = useMe();
  const [why, setWhy] = useDraft(decideRequest, 'why', '');
  const [typed, setTyped] = useState('');
  const act = useAct(decideRequest, { done: ({ data }) => ({ says: words.said[data.status] }) });
  const asks = confirmationOf(request);
  const hasWhy = why.trim().length >= leastReason;
  const hasTyped = asks === null || isTyped(typed, asks.wanted);
  const isReady = hasWhy && hasTyped && request.checks.every(({ met }) => met) && act.step === 'idle';
  return (
    <>
      <Note tone="wait">{unmetOf(request).length > 0 ? words.closedWhileUnmet : words.final}</Note>
      {asks !== null && (
        <TextField
          label={asks.label}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          note={hasTyped ? words.asAsked : words.mustRead(asks.wanted)}
        />
      )}
      <TextArea label={words.why} value={why} onChange={setWhy} />
      <Demands
        of={[
          { says: words.whyGiven(leastReason), isMet: hasWhy },
          ...(asks === null ? [] : [{ says: asks.demand, isMet: hasTyped }]),
        ]}
      />
      {act.error !== null && <Problem error={act.error} text={sayUnmet(act.error)} />}
      <Button
        kind="danger"
        size="large"
        wide
        isOff={!isReady}
        onPress={() =>
          void act.run({ params: { id: request.id }, body: { decision: 'approve', reason: inOneLine(why) } })
        }
      >
        {act.step === 'signing'
          ? words.signing
          : act.step === 'sending'
            ? words.sending
            : words.approveAnd(words.act(request.kind))}
      </Button>
      {!demo && <p className="small quiet">{words.keySigns(request.askedBy)}</p>}
    </>
  );
}

interface Confirmation {
  /** The text to type. */
  readonly wanted: string;
  readonly label: string;
  readonly demand: string;
}

/** The confirmation of a request: its amount, or the time of its draw; null where nothing is typed. */
function confirmationOf({ kind, newValues, drawsAt }: OpenedRequest): Confirmation | null {
  const { amount: value } = newValues;
  if (typeof value === 'number') {
    return { wanted: amount(value), label: words.typeAmount, demand: words.amountTyped };
  }
  if (drawsAt === null || !actsOnDraws.includes(kind)) return null;
  return { wanted: formatClock(drawsAt), label: words.typeTime, demand: words.timeTyped };
}

interface EndProps {
  readonly request: OpenedRequest;
  readonly decision: 'refuse' | 'withdraw';
}

/** Refuses a request, or withdraws one's own: a reason is enough. */
function End({ request, decision }: EndProps) {
  const [isOpen, setOpen] = useState(false);
  const act = useAct(decideRequest, {
    done: ({ data }) => ({ says: words.said[data.status] }),
    onDone: () => setOpen(false),
  });
  const isRefusal = decision === 'refuse';
  const ended = isRefusal ? 'refused' : 'withdrawn';
  return (
    <>
      <Button size="large" wide keys={isRefusal ? 'r' : 'w'} writes onPress={() => setOpen(true)}>
        {isRefusal ? words.refuse : words.withdraw}
      </Button>
      <ActSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={isRefusal ? words.refuseTitle : words.withdrawTitle}
        before={<Status is={tones.asked}>{words.short.asked}</Status>}
        after={<Status is={tones[ended]}>{words.short[ended]}</Status>}
        button={isRefusal ? words.refuseIt : words.withdrawIt}
        act={act}
        onSign={({ reason }) => void act.run({ params: { id: request.id }, body: { decision, reason } })}
      />
    </>
  );
}

/**
 * The approving button is reached by Tab and pressed by Space, or by the pointer. Enter only adds lines to a reason.
 */
function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
}
