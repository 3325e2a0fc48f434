/** One day of the timetable and the hours of it that still have an open draw. */
export interface TimetableDay {
  readonly date: string;
  readonly hours: readonly string[];
}

/** The timetable without the hours before the next draw's, which have passed since it was fetched. */
export function openHours(
  timetable: readonly TimetableDay[],
  next: { readonly date: string; readonly hour: string } | null,
): TimetableDay[] {
  if (!next) return [...timetable];
  const startOf = ({ date, hour }: { date: string; hour: string }) => `${date}T${hour}`;
  return timetable
    .map(({ date, hours }) => ({ date, hours: hours.filter((hour) => startOf({ date, hour }) >= startOf(next)) }))
    .filter(({ hours }) => hours.length > 0);
}
