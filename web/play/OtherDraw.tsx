import { memo, useMemo } from 'react';
import { getTimetable } from '#contract/calls/draws.ts';
import type { Draw } from '#contract/draws.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useAtServerTime } from '#web/clock/clock.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { useApi } from '#web/api/queries.ts';
import { useUpcomingDraws } from '#web/api/upcoming.ts';
import { formatDay, useTimeZone, zoned } from '#web/values/format.ts';
import { Select } from '#ui/Select.tsx';
import { words } from '#web/words/en/play-parts.ts';
import { type ActiveBet, type ChangeBet, followsNextDraw } from './active-bet.ts';
import { openHours, type TimetableDay } from './open-hours.ts';
import styles from './OtherDraw.module.css';
import { notFetched, useHourDraws } from './useDrawChoice.ts';

interface OtherDrawProps {
  bet: ActiveBet;
  change: ChangeBet;
  /** The ticket's draw; null while it is not known. */
  draw: Draw | null;
  /** The number of draws in a row on which the ticket is played; null if it can be for one draw only. */
  count: number | null;
  onCount: (count: number) => void;
  /** The name of the next draw. */
  nextDraw: string;
}

const drawCounts = [1, 2, 3, 5, 10, 20] as const;

/** Date, then one of its hours, then one of the hour's minutes, as long as there is an open draw; and how many draws in a row. */
export default function OtherDraw({ bet, change, draw, count, onCount, nextDraw }: OtherDrawProps) {
  const { days, hour, minutes, error, isPending, isFetching, retry } = useTimetable(bet);
  if (error) return <Failure error={error} onRetry={retry} retrying={isFetching} />;
  return (
    <>
      <When
        days={days}
        date={hour?.date ?? ''}
        hour={hour?.hour ?? ''}
        minutes={minutes}
        minute={draw?.minute ?? bet.selectedMinute}
        busy={isPending}
        change={change}
      />
      {count !== null && (
        <Field label={words.count}>
          <Select value={count} onChange={(event) => onCount(Number(event.target.value))}>
            {drawCounts.map((draws) => (
              <option key={draws} value={draws}>
                {words.draws(draws)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {!followsNextDraw(bet) && (
        <Button variant="secondary" size="s" block onClick={() => change({ type: 'chooseNextDraw' })}>
          {nextDraw}
        </Button>
      )}
    </>
  );
}

/** The timetable, the ticket's hour in it, and the minutes of that hour that still have an open draw. */
function useTimetable(bet: ActiveBet) {
  const timeZone = useTimeZone();
  const next = useUpcomingDraws().draws[0];
  const timetable = useApi(getTimetable, {}, { enabled: notFetched });
  const days = useMemo(
    () => openHours(timetable.data?.data ?? [], next ? zoned(next.fullDate, timeZone) : null),
    [timetable.data, next, timeZone],
  );
  const first = next ? zoned(next.fullDate, timeZone) : null;
  const hour = followsNextDraw(bet) ? first : { date: bet.fullDate, hour: bet.selectedHour };
  const { query: ofHour, open } = useHourDraws(hour);
  const failed = [timetable, ofHour].filter(({ error, data }) => error && !data);
  return {
    days,
    hour,
    minutes: useMemo(() => open.map(({ minute }) => minute), [open]),
    error: failed[0]?.error ?? null,
    isFetching: failed.some(({ isFetching }) => isFetching),
    retry: () => failed.forEach(({ refetch }) => void refetch()),
    isPending: timetable.isPending || ofHour.isPending,
  };
}

function firstHourOf(days: readonly TimetableDay[], date: string): string {
  return days.find((day) => day.date === date)?.hours[0] ?? '';
}

interface WhenProps {
  days: readonly TimetableDay[];
  /** The date of the chosen draw, or of the next draw; empty while unknown. */
  date: string;
  hour: string;
  /** The minutes of the draws in this hour that are still open. */
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
        onChoose={(day) => change({ type: 'chooseHour', date: day, hour: firstHourOf(days, day) })}
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
  /** Empty until they are fetched: a day chosen before its hours are known would leave the ticket without an hour. */
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
        disabled={values.length === 0}
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

/** A select's value must be one of its options, also while the others are still being fetched. */
function including(values: readonly string[], current: string): readonly string[] {
  return values.includes(current) ? values : [current, ...values];
}

/** `2026-11-20` → `Today 20/11` */
function dayLabel(date: string, today: string | null): string {
  const day = formatDay(date).slice(0, 5);
  return date === today ? words.today(day) : day;
}
