import { useState } from 'react';
import { setPlayLimits } from '#contract/calls/play-limits.ts';
import type { PlayLimit } from '#contract/play-limits.ts';
import { formatFrancs } from '#domain/money.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useProvenAction } from '#web/proof/useProvenAction.ts';
import { AmountInput } from '#web/values/AmountInput.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { formatDateTime } from '#web/values/format.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toasts.ts';
import { words as allWords } from '#web/words/en/play-limits.ts';
import styles from './PlayLimits.module.css';
import { RealityChoice } from './RealityChoice.tsx';
import { usePlayLimits } from './use-play-limits.ts';

const words = allWords.limits;

/** The client's limits on deposits and stakes per day, week and month, and how much of each is used. */
export function PlayLimits() {
  const query = usePlayLimits();
  const [open, setOpen] = useState<PlayLimit | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      {query.isPending && <Skeleton lines={6} />}
      {query.error && !query.data && (
        <Failure error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
      )}
      {query.data && (
        <div className={styles.groups}>
          {(['deposit', 'stake'] as const).map((kind) => (
            <section key={kind}>
              <h4 className={styles.kind}>{words.kind[kind]}</h4>
              <ul className={styles.limits}>
                {query.data.limits
                  .filter((limit) => limit.kind === kind)
                  .map((limit) => (
                    <LimitLine key={limit.period} limit={limit} onChange={() => setOpen(limit)} />
                  ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <RealityChoice />
      <Dialog open={open !== null} onClose={close} title={open && nameOf(open)}>
        {open && <LimitForm limit={open} onDone={close} />}
      </Dialog>
    </>
  );
}

function nameOf({ kind, period }: PlayLimit): string {
  return words.name(kind, period);
}

function LimitLine({ limit, onChange }: { limit: PlayLimit; onChange: () => void }) {
  const { period, amount, operatorAmount, operatorUntil, used, unanswered, next } = limit;
  const change = amount === null ? words.set : words.change;
  return (
    <li>
      <span className={styles.what}>
        <b>{words.period[period]}</b>
        <span>
          {amount === null ? words.used(formatFrancs(used)) : words.usedOf(formatFrancs(used), formatFrancs(amount))}
        </span>
        {amount !== null && (
          <meter className={styles.meter} aria-label={nameOf(limit)} max={Math.max(amount, 1)} value={used} />
        )}
        {unanswered > 0 && <small>{words.unanswered(formatFrancs(unanswered))}</small>}
        {operatorAmount !== null && (
          <small>
            {words.ours(formatFrancs(operatorAmount))}
            {operatorUntil !== null && ` ${words.oursUntil(formatDateTime(operatorUntil))}`}
          </small>
        )}
        {next && <small>{nextOf(next)}</small>}
      </span>
      <Button variant="secondary" size="s" aria-label={words.changeOf(nameOf(limit), change)} onClick={onChange}>
        {change}
      </Button>
    </li>
  );
}

function nextOf({ amount, at }: NonNullable<PlayLimit['next']>): string {
  return amount === null ? words.noneFrom(formatDateTime(at)) : words.next(formatFrancs(amount), formatDateTime(at));
}

const lowest = 100;
const chips = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000];

function LimitForm({ limit, onDone }: { limit: PlayLimit; onDone: () => void }) {
  const { kind, period } = limit;
  const [amount, setAmount] = useState(limit.amount);
  const [error, setError] = useState<string | null>(null);
  const action = useProvenAction(setPlayLimits, {
    refresh: ['auth'],
    onSuccess: ({ data }) => {
      const set = data.limits.find((one) => one.kind === kind && one.period === period);
      toast.success(set?.next ? words.waits : words.saved);
      onDone();
    },
  });
  const set = (wanted: number | null) => action.mutate({ body: { limits: [{ kind, period, amount: wanted }] } });

  function submit(form: HTMLFormElement) {
    if (amount !== null && amount >= lowest) return set(amount);
    setError(amount === null ? words.wanted : words.lowest(formatFrancs(lowest)));
    form.querySelector('input')?.focus();
  }

  return (
    <Card surface="well">
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
      >
        <Field label={words.amount} hint={words.starts[period]} error={error}>
          <AmountInput
            value={amount}
            chips={chips}
            onChange={(value) => {
              setError(null);
              setAmount(value);
            }}
          />
        </Field>
        {action.error && <Failure error={action.error} />}
        <Button type="submit" size="l" block pending={action.isPending}>
          {words.save}
        </Button>
        {limit.amount !== null && (
          <Button variant="ghost" block pending={action.isPending} onClick={() => set(null)}>
            {words.remove}
          </Button>
        )}
      </Form>
    </Card>
  );
}
