import type { getTimetable, tryTimetable } from '#contract/calls/operator/draws.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import type { RequestBody } from '#console/kit/RequestSheet.tsx';
import { amount } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/timetable.ts';

export type TimetableData = OperatorAnswer<typeof getTimetable>['data'];
export type Version = TimetableData['versions'][number];
export type Trial = OperatorAnswer<typeof tryTimetable>['data'];

/** Another timetable, as it is asked for. */
export interface Wanted {
  readonly everyMinutes: RequestBody<'timetable'>['values']['everyMinutes'];
  readonly closeSecondsBefore: number;
  /** Null: where the committed draws end. */
  readonly beginsAt: string | null;
}

/** The effect of another timetable. */
export function outcomeOf({ beginsAt, calledOff, kept }: Trial) {
  const { outcome } = words;
  return [
    [outcome.begins, <Time key="begins" at={beginsAt} show="full" />],
    [outcome.calledOff, calledOff === 0 ? outcome.noneCalledOff : outcome.calledOffOf(amount(calledOff))],
    [outcome.kept, kept === 0 ? outcome.noneKept : outcome.keptOf(amount(kept))],
  ] as const;
}
