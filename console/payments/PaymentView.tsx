import { useState } from 'react';
import { askProvider, getOperatorPayment } from '#contract/calls/operator/payments.ts';
import { listPlayerPayments } from '#contract/calls/operator/players.ts';
import { formatDecimal } from '#domain/money.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { useNow } from '#console/clock/clock.ts';
import { Button } from '#console/kit/Button.tsx';
import { Events, type Event } from '#console/kit/Events.tsx';
import { Facts, mono } from '#console/kit/Facts.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { Fold } from '#console/kit/Fold.tsx';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { Scroll, Section } from '#console/kit/Panel.tsx';
import { NoAnswer, Problem } from '#console/kit/Problem.tsx';
import { RequestButton } from '#console/kit/RequestButton.tsx';
import { Note, Status } from '#console/kit/Status.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { formatPhone } from '#domain/phone.ts';
import { amount } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { formatSpan } from '#console/values/time.ts';
import { codeName, countryName, methodName, providerName } from '#console/values/names.ts';
import { words } from '#console/words/en/payments.ts';
import { words as money } from '#console/words/en/money.ts';
import { shortId, standingOf, walletAfter, type Opened } from './payment.ts';
import { DecideSheet, RefuseSheet, ReleaseSheet } from './ReviewSheets.tsx';
import styles from './Payments.module.css';

/** A payment is fetched again this often, in milliseconds: the answer of its provider comes within seconds. */
const every = 2_000;

/** One payment of the API, refreshed while it is shown; a payment as it was at a moment is not refreshed. */
export function usePayment(id: string, at: string | null = null) {
  const { data, error, refetch } = useApi(
    getOperatorPayment,
    { params: { id }, query: at === null ? {} : { at } },
    { refetchInterval: at === null && every, select: (answer) => answer.data },
  );
  return { data, error, isPast: at !== null, again: () => void refetch() };
}

export function PaymentHead({ payment }: { readonly payment: Opened | undefined }) {
  if (!payment) return <>{words.one}</>;
  const { is, says } = standingOf(payment);
  return (
    <span className={styles.head}>
      {words.amountOf(words.directions[payment.direction], amount(payment.amount))}
      <Status is={is}>{says}</Status>
      <span className="mono quiet">{shortId(payment.id)}</span>
    </span>
  );
}

/** A payment that is open beside a list. */
export function OpenPayment({ id }: { readonly id: string }) {
  const payment = usePayment(id);
  return (
    <OpenPanel title={<PaymentHead payment={payment.data} />}>
      <PaymentView {...payment} />
    </OpenPanel>
  );
}

interface PaymentViewProps {
  readonly data: Opened | undefined;
  readonly error: unknown;
  /** Set for the payment as it was at a moment; its acts are then left out. */
  readonly isPast: boolean;
  readonly again: () => void;
}

/** The provider's answer, the reason why it is held, its events, and its postings. */
export function PaymentView({ data: payment, error, isPast, again }: PaymentViewProps) {
  if (payment) return <Whole payment={payment} isPast={isPast} />;
  return error ? <Problem error={error} again={again} /> : null;
}

type Sheet = 'decide' | 'release' | 'refuse' | null;

function Whole({ payment, isPast }: { readonly payment: Opened; readonly isPast: boolean }) {
  const [sheet, setSheet] = useState<Sheet>(null);
  const close = () => setSheet(null);
  const mayAct = useMay('askProvider');
  const acts = mayAct && !isPast;
  const isHeld = payment.status === 'review' && payment.review?.verdict == null;
  return (
    <>
      <Scroll>
        {isHeld && (
          <Review payment={payment}>
            {acts && (
              <>
                <Button kind="act" keys="r" says={words.release.key} onPress={() => setSheet('release')}>
                  {words.release.button}
                </Button>
                <Button kind="opens danger" onPress={() => setSheet('refuse')}>
                  {words.refuse.button}
                </Button>
              </>
            )}
          </Review>
        )}
        <Answer payment={payment} acts={acts} onDecide={() => setSheet('decide')} />
        <Section title={words.story.title}>
          <Events of={storyOf(payment)} />
        </Section>
        {payment.review !== null && !isHeld && <Review payment={payment}>{null}</Review>}
        <Section>
          <Facts of={factsOf(payment, isPast)} />
          {acts && (
            <div className={styles.acts}>
              <RequestButton
                asks="adjust"
                kind="opens danger"
                sheet={{ about: payment.clientId, given: { payment: payment.id }, start: { wallet: 'dep' } }}
              >
                {words.adjust.button}
              </RequestButton>
            </div>
          )}
        </Section>
        <LastPayments of={payment} />
        <Section>
          <Fold title={words.technical} name="technical">
            {payment.postings.length > 0 && (
              <Table label={words.postings.title} columns={postingColumns} rows={payment.postings} density={25} />
            )}
            <Facts of={[[words.facts.id, mono(payment.id)]]} />
          </Fold>
        </Section>
      </Scroll>
      {sheet === 'decide' && <DecideSheet payment={payment} onClose={close} />}
      {sheet === 'release' && <ReleaseSheet payment={payment} onClose={close} />}
      {sheet === 'refuse' && <RefuseSheet payment={payment} onClose={close} />}
    </>
  );
}

function Review({ payment, children }: { readonly payment: Opened; readonly children: React.ReactNode }) {
  const review = payment.review!;
  return (
    <Section title={words.review.title}>
      <Facts
        of={[
          [words.review.because, review.reasons.map((reason) => words.review.reasons[reason]).join(', ')],
          [words.review.until, <Time key="until" at={review.until} />],
          review.withdrawnInADay !== null && [words.review.day, `${amount(review.withdrawnInADay)} XOF`],
          review.verdict !== null && [
            words.review.by(words.review.verdicts[review.verdict], review.decidedBy ?? ''),
            review.because,
          ],
          review.told !== null && [words.refuse.told, review.told],
        ]}
      />
      {review.verdict === null && review.takesTwo && <Note tone="wait">{words.review.takesTwo}</Note>}
      {review.verdict === null && review.payoutsWait && <Note tone="wait">{words.review.payoutsWait}</Note>}
      <div className={styles.acts}>{children}</div>
    </Section>
  );
}

interface AnswerProps {
  readonly payment: Opened;
  readonly acts: boolean;
  readonly onDecide: () => void;
}

function Answer({ payment, acts, onDecide }: AnswerProps) {
  const { id, answer, status, dueAt, canBe } = payment;
  const now = useNow();
  const ask = useAct(askProvider, { done: () => ({ says: words.answer.willAsk }) });
  const isHeld = status === 'review';
  const took = answer && (Date.parse(answer.answeredAt) - Date.parse(answer.askedAt)) / 1_000;
  return (
    <Section
      title={words.answer.title}
      end={
        answer && (
          <span className="small quiet">
            {words.answer.asked} <Time at={answer.askedAt} />,{' '}
            {words.answer.ago(formatSpan(Math.max(0, now - Date.parse(answer.askedAt))))} ·{' '}
            {words.answer.took(formatDecimal(took!))}
          </span>
        )
      }
    >
      <div className={styles.answer}>
        <div className={styles.said}>
          {answer ? (
            <>
              <b>{words.quoted(words.answer.says[answer.said] ?? answer.said)}</b>
              <div className="mono">{JSON.stringify(answer.detail)}</div>
            </>
          ) : (
            <span className="quiet">{isHeld ? words.answer.notHeard : words.answer.never}</span>
          )}
        </div>
        {acts && !isHeld && (
          <div className={styles.buttons}>
            {(status !== 'paid' || dueAt !== null) && (
              <Button
                kind="act"
                wide
                keys="a"
                isOff={ask.step !== 'idle'}
                onPress={() => void ask.run({ params: { id } })}
              >
                {words.answer.again}
              </Button>
            )}
            {canBe.length > 0 && (
              <Button kind="opens danger" wide keys="d" says={words.decide.key} onPress={onDecide}>
                {words.decide.button}
              </Button>
            )}
          </div>
        )}
      </div>
      {ask.error !== null && <Problem error={ask.error} />}
    </Section>
  );
}

const waits: readonly string[] = [
  'unanswered',
  'amount_mismatch',
  'paid_after_return',
  'refund_unclear',
  'other_payment',
  'request_failed',
];

function storyOf({ story, dueAt, status }: Opened): Event[] {
  const events = story.map(({ at, kind, who, line, detail }): Event => {
    const notes = [
      who === null ? null : words.story.by(codeName('who', who)),
      typeof detail['reason'] === 'string' ? words.quoted(detail['reason']) : null,
      typeof detail['code'] === 'string' ? detail['code'] : null,
      line === null && typeof detail['request'] === 'string' ? words.story.byHand : null,
      line === null ? null : words.story.line(amount(line)),
    ].filter((note) => note !== null);
    return {
      at,
      says: words.story.events[kind] ?? kind,
      ...(notes.length > 0 && { note: notes.join(' · ') }),
      tone: waits.includes(kind) ? 'wait' : 'plain',
    };
  });
  if (dueAt === null || status === 'review') return events;
  return [...events, { at: dueAt, says: words.story.next, tone: 'next' }];
}

const underWay: readonly Opened['status'][] = ['created', 'pending', 'processing', 'unknown', 'review'];

const mostLast = 5;

/** The last payments of the player, for those who may open one. To open them is a look at the player, which is recorded. */
function LastPayments({ of: { id, clientId } }: { readonly of: Opened }) {
  if (!useMay('listPlayerPayments')) return null;
  return (
    <Section>
      <Fold title={words.lastPayments}>
        <Others of={clientId} than={id} />
      </Fold>
    </Section>
  );
}

function Others({ of, than }: { readonly of: number; readonly than: string }) {
  const query = useApi(
    listPlayerPayments,
    { params: { id: String(of) }, query: { limit: String(mostLast + 1) } },
    { select: (answer) => answer.data, refetchOnWindowFocus: false },
  );
  if (query.error) return <NoAnswer of={query} />;
  return (
    <Table
      label={words.lastPayments}
      density={27}
      rows={query.data?.filter(({ id }) => id !== than).slice(0, mostLast)}
      none="–"
      fold={['type', 'amount', 'network at', 'status']}
      columns={[
        { key: 'at', width: 90, time: ({ createdAt }) => createdAt, to: ({ id }) => `/payments/${id}` },
        { key: 'type', head: words.columns.type, width: 90, cell: (row) => words.directions[row.direction] },
        { key: 'amount', width: 90, amount: (row) => row.amount, look: 'bold' },
        { key: 'network', cell: ({ method }) => methodName(method) },
        {
          key: 'status',
          width: 90,
          whole: true,
          cell: ({ status }) => words.short[status as keyof typeof words.short],
        },
      ]}
    />
  );
}

type Posting = Opened['postings'][number];

const postingColumns: readonly Column<Posting>[] = [
  { key: 'kind', head: words.postings.kind, whole: true, cell: ({ kind }) => money.kinds[kind] ?? kind },
  { key: 'from', whole: true, cell: ({ from }) => money.accounts[from] ?? from },
  { key: 'to', whole: true, cell: ({ to }) => money.accounts[to] ?? to },
  { key: 'amount', width: 90, amount: (row) => row.amount },
  { key: 'at', width: 110, time: ({ at }) => at, show: 'thousandths' },
];

function factsOf(payment: Opened, isPast: boolean): Parameters<typeof Facts>[0]['of'] {
  const { facts } = words;
  const { wallet } = payment;
  const saysOf = ({ dep, win, held }: Opened['wallet']) => facts.walletOf(amount(dep), amount(win), amount(held));
  return [
    [
      words.player,
      <Opens key="player" to={`/players/${payment.clientId}`}>
        {payment.phone === null ? payment.clientId : formatPhone(payment.phone)}
      </Opens>,
    ],
    [
      facts.method,
      `${providerName(payment.provider)} · ${methodName(payment.method)} · ${countryName(payment.country)}`,
    ],
    payment.providerRef !== null && [facts.providerRef, mono(payment.providerRef)],
    payment.failure !== null && [facts.failure, payment.failure],
    payment.refunded !== 0 && [facts.refunded, `${amount(payment.refunded)} XOF`],
    [facts.wallet, saysOf(wallet)],
    !isPast && underWay.includes(payment.status) && [words.ends[payment.direction], saysOf(walletAfter(payment))],
    wallet.owed !== 0 && [facts.owed, `${amount(wallet.owed)} XOF`],
  ];
}
