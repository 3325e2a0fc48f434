import { formatDate, formatDateTime, formatTime, useTimeZone } from './format.ts';

interface DateTimeProps {
  /** ISO 8601. */
  at: string;
  show?: 'both' | 'date' | 'time';
}

const formats = { both: formatDateTime, date: formatDate, time: formatTime };

/** DD/MM/YYYY HH:mm on the operator's wall clock. */
export function DateTime({ at, show = 'both' }: DateTimeProps) {
  const timeZone = useTimeZone();
  return (
    <time dateTime={at} dir="ltr">
      {formats[show](at, timeZone)}
    </time>
  );
}
