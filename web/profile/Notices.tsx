import { useState } from 'react';
import { getNotices, noticeChannels, noticeKinds, setNotices } from '#contract/calls/notices.ts';
import type { User } from '#contract/identity.ts';
import type { Notices as Settings } from '#contract/notices.ts';
import { formatFrancs } from '#domain/money.ts';
import { useAction } from '#web/api/actions.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { wantLosses, wantsLosses } from '#web/storage/losses.ts';
import { AmountInput } from '#web/values/AmountInput.tsx';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Form, FormRow } from '#ui/Form.tsx';
import { Link } from '#ui/Link.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toasts.ts';
import { TidyInput } from '#web/values/TidyInput.tsx';
import { readTime, tidyTime } from '#web/values/time-of-day.ts';
import { words } from '#web/words/en/notices.ts';
import styles from './Notices.module.css';
import { PushHere } from './PushHere.tsx';

/** The settings of notices: their kinds, channels and times, and the devices. */
export function Notices({ me }: { me: User | undefined }) {
  const query = useApi(getNotices, {}, { select: ({ data }) => data });
  if (query.isPending) return <Skeleton lines={10} />;
  if (!query.data) return <Failure error={query.error} onRetry={query.refetch} retrying={query.isFetching} />;
  if (me?.confirmed === false) return <p className={styles.lead}>{words.unconfirmed}</p>;
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      {query.data.pushKey !== null && <PushHere pushKey={query.data.pushKey} browsers={query.data.browsers} />}
      <LossChoice />
      <NoticeForm settings={query.data} hasEmail={me?.emailVerified ?? true} />
    </>
  );
}

/** A choice of this device, which shows at once. */
function LossChoice() {
  const [isWanted, setWanted] = useState(wantsLosses);
  return (
    <fieldset className={styles.kind}>
      <legend>{words.losses.title}</legend>
      <p className={styles.lead}>{words.losses.hint}</p>
      <Checkbox
        label={words.losses.label}
        checked={isWanted}
        onChange={({ target }) => {
          setWanted(target.checked);
          wantLosses(target.checked);
        }}
      />
    </fieldset>
  );
}

const never = '00:00';
const usual = { quietFrom: '22:00', quietTo: '07:00' };
const lowest = 1_000;
const chips = [1_000, 5_000, 10_000, 50_000];

/** A draft of the settings. Quiet hours that begin when they end are none, and are shown as switched off. */
function draftOf({ choices, quietFrom, quietTo, showAmounts, smsFrom }: Settings) {
  const isQuiet = quietFrom !== quietTo;
  const hours = isQuiet ? { quietFrom, quietTo } : usual;
  return { choices, isQuiet, ...hours, showAmounts, smsFrom: smsFrom as number | null };
}

function NoticeForm({ settings, hasEmail }: { settings: Settings; hasEmail: boolean }) {
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [isTried, setTried] = useState(false);
  const action = useAction(setNotices, { refresh: ['auth'], onSuccess: () => toast.success(words.saved) });
  const change = (some: Partial<typeof draft>) => setDraft({ ...draft, ...some });
  const { choices, isQuiet, quietFrom, quietTo, showAmounts, smsFrom } = draft;
  const channels = noticeChannels.filter((channel) => channel !== 'push' || settings.pushKey !== null);
  const isSmsOfDraws = choices.some(({ kind, channel, wanted }) => isOfDraws(kind) && channel === 'sms' && wanted);
  const [from, to] = [readTime(quietFrom), readTime(quietTo)];
  const faults = {
    hours: isQuiet && (from === null || to === null || from === to) ? words.hoursWanted : null,
    smsFrom: isSmsOfDraws && (smsFrom ?? 0) < lowest ? words.lowest(formatFrancs(lowest)) : null,
  };

  function choose(changed: Settings['choices'][number], wanted: boolean) {
    change({ choices: choices.map((choice) => (choice === changed ? { ...choice, wanted } : choice)) });
  }

  function save() {
    setTried(true);
    if (faults.hours || faults.smsFrom) return;
    action.mutate({
      body: {
        // Each choice is kept with its time, as consent: only what was changed is one.
        choices: choices.filter(({ kind, channel, wanted }) =>
          settings.choices.some((now) => now.kind === kind && now.channel === channel && now.wanted !== wanted),
        ),
        quietFrom: (isQuiet && from) || never,
        quietTo: (isQuiet && to) || never,
        showAmounts,
        ...(isSmsOfDraws && smsFrom !== null && { smsFrom }),
      },
    });
  }

  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {noticeKinds.map((kind) => (
        <fieldset key={kind} className={styles.kind}>
          <legend>{words.kinds[kind]}</legend>
          <div className={styles.channels}>
            {choices
              .filter((choice) => choice.kind === kind && channels.includes(choice.channel))
              .map((choice) => (
                <Checkbox
                  key={choice.channel}
                  label={words.channels[choice.channel]}
                  checked={choice.wanted}
                  disabled={choice.channel === 'email' && !hasEmail && !choice.wanted}
                  onChange={({ target }) => choose(choice, target.checked)}
                />
              ))}
          </div>
        </fieldset>
      ))}
      {!hasEmail && (
        <p className={styles.lead}>
          {words.noEmail} <Link to="#email">{words.toEmail}</Link>
        </p>
      )}
      {isSmsOfDraws && (
        <Field label={words.smsFrom} hint={words.smsFromHint} error={isTried && faults.smsFrom}>
          <AmountInput value={smsFrom} chips={chips} onChange={(value) => change({ smsFrom: value })} />
        </Field>
      )}
      <fieldset className={styles.kind}>
        <legend>{words.quiet}</legend>
        <p className={styles.lead}>{words.quietHint}</p>
        <Checkbox
          label={words.isQuiet}
          checked={isQuiet}
          onChange={({ target }) => change({ isQuiet: target.checked })}
        />
        {isQuiet && (
          <FormRow>
            <Field label={words.from} error={isTried && faults.hours}>
              <TimeInput value={quietFrom} onChange={(quietFrom) => change({ quietFrom })} />
            </Field>
            <Field label={words.to}>
              <TimeInput value={quietTo} onChange={(quietTo) => change({ quietTo })} />
            </Field>
          </FormRow>
        )}
      </fieldset>
      <fieldset className={styles.kind}>
        <legend>{words.amounts}</legend>
        <p className={styles.lead}>{words.amountsHint}</p>
        <Checkbox
          label={words.showAmounts}
          checked={showAmounts}
          onChange={({ target }) => change({ showAmounts: target.checked })}
        />
      </fieldset>
      {action.error && <Failure error={action.error} />}
      <Button type="submit" size="l" block pending={action.isPending}>
        {words.save}
      </Button>
    </Form>
  );
}

function TimeInput({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const take = ({ target }: { target: HTMLInputElement }) => onChange(target.value);
  return <TidyInput tidy={tidyTime} value={value} onChange={take} onBlur={take} />;
}

function isOfDraws(kind: (typeof noticeKinds)[number]): boolean {
  return kind === 'win' || kind === 'void';
}
