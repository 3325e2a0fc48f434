import { memo } from 'react';
import { Failure } from '#web/api/Failure.tsx';
import { useAtServerTime, useNow } from '#web/clock/clock.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Field } from '#ui/Field.tsx';
import { formatDay, formatDuration, formatTime, zoned } from '#web/values/format.ts';
import { Select } from '#ui/Select.tsx';
import { words } from '#web/words/en/play.ts';
import { type ActiveBet, type ChangeBet, filledCount, followsNextDraw } from './active-bet.ts';
import type { TimetableDay } from './draw-choice.ts';
import styles from './DrawPicker.module.css';
import type { DrawChoice } from './useDrawChoice.ts';

const drawCounts = [1, 2, 3, 5, 10, 20] as const;

interface DrawPickerProps {
  bet: ActiveBet;
  change: ChangeBet;
  choice: DrawChoice;
  /** On how many draws in a row the ticket is played; null if it can be for one draw only. */
  count: number | null;
  onCount: (count: number) => void;
}

/** Date, then one of its hours, then one of the hour's minutes, as long as there is an open draw. */
export function DrawPicker({ bet, change, choice, count, onCount }: DrawPickerProps) {
  const { draw, hour, days, minutes, closedTime, error } = choice;
  const follows = followsNextDraw(bet);

  return (
    <Card
      title={words.draw}
      aside={follows ? draw && <TimeLeft to={draw.closesAt} /> : <NextDrawButton change={change} />}
    >
      {error ? (
        <Failure error={error} onRetry={choice.retry} retrying={choice.isFetching} />
      ) : (
        <When
          days={days}
          date={hour?.date ?? ''}
          hour={hour?.hour ?? ''}
          minutes={minutes}
          minute={draw?.minute ?? bet.selectedMinute}
          busy={choice.isPending}
          change={change}
        />
      )}
      <p className={styles.closed} role="status">
        {closedTime && draw && filledCount(bet) > 0 && words.closed(closedTime, formatTime(draw.fullDate))}
      </p>
      {count !== null && <DrawCount count={count} onCount={onCount} />}
    </Card>
  );
}

interface WhenProps {
  days: readonly TimetableDay[];
  /** Of the chosen draw, else of the next one; empty while unknown. */
  date: string;
  hour: string;
  /** Of the hour's draws that are still open. */
  minutes: readonly string[];
  minute: string;
  busy: boolean;
  change: ChangeBet;
}

/** Memoized: these three lists have up to a hundred options, and a tap on a number need not render them again. */
const When = memo(function When({ days, date, hour, minutes, minute, busy, change }: WhenProps) {
  const today = useAtServerTime((now) => (now === null ? null : zoned(now).date));
  const dates = days.map((day) => day.date);
  const hours = days.find((day) => day.date === date)?.hours ?? [];
  return (
    <div className={styles.when} aria-busy={busy}>
      <Choice
        label={words.date}
        value={date}
        values={dates}
        nameOf={(day) => dayLabel(day, today)}
        onChoose={(day) => change({ type: 'chooseDate', date: day })}
      />
      <Choice
        label={words.hour}
        value={hour}
        values={hours}
        onChoose={(chosen) => change({ type: 'chooseHour', date, hour: chosen })}
      />
      <Choice
        label={words.minute}
        value={minute}
        values={minutes}
        onChoose={(chosen) => hour && change({ type: 'chooseMinute', date, hour, minute: chosen })}
      />
    </div>
  );
});

interface ChoiceProps {
  label: string;
  /** Empty while unknown. */
  value: string;
  values: readonly string[];
  nameOf?: (value: string) => string;
  onChoose: (value: string) => void;
}

function Choice({ label, value, values, nameOf = String, onChoose }: ChoiceProps) {
  return (
    <Field label={label}>
      <Select
        className={styles.compact}
        value={value}
        disabled={!value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {including(values, value).map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function NextDrawButton({ change }: { change: ChangeBet }) {
  return (
    <Button variant="secondary" size="s" onClick={() => change({ type: 'chooseNextDraw' })}>
      {words.nextDraw}
    </Button>
  );
}

function TimeLeft({ to }: { to: string }) {
  const now = useNow();
  return (
    <>
      {words.next} · {words.in} {now === null ? '--:--' : formatDuration(Date.parse(to) - now)}
    </>
  );
}

const DrawCount = memo(function DrawCount({ count, onCount }: { count: number; onCount: (count: number) => void }) {
  return (
    <Field label={words.count}>
      <Select value={count} onChange={(event) => onCount(Number(event.target.value))}>
        {drawCounts.map((draws) => (
          <option key={draws} value={draws}>
            {words.draws(draws)}
          </option>
        ))}
      </Select>
    </Field>
  );
});

/** A select's value must be one of its options, also while the others are still being fetched. */
function including(values: readonly string[], current: string): readonly string[] {
  return values.includes(current) ? values : [current, ...values];
}

/** `2026-11-20` → `Today 20/11` */
function dayLabel(date: string, today: string | null): string {
  const day = formatDay(date).slice(0, 5);
  return date === today ? words.today(day) : day;
}
