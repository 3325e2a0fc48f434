import { formatFrancs } from '#domain/money.ts';
import { Card } from '#ui/Card.tsx';
import { Link } from '#ui/Link.tsx';
import { formatDateTime, useTimeZone } from '#web/values/format.ts';
import { words } from '#web/words/en/figures.ts';
import type { FiguresAnswer } from './answer.ts';
import styles from './Figures.module.css';

/** Draws that were called off, stops of sales and changes of the timetable, with their reasons; the newest first. */
export function Events({ meta: { voids, stops, timetable } }: { meta: FiguresAnswer['meta'] }) {
  const timeZone = useTimeZone();
  const at = (moment: string) => formatDateTime(moment, timeZone);
  return (
    <Card title={words.events.title}>
      {voids.length + stops.length === 0 && <p>{words.events.none}</p>}
      <ul className={styles.list}>
        {voids.map(({ drawId, drawsAt, because, reason, stakes }) => (
          <li key={drawId}>
            <Link to={`/results/${drawId}`}>{words.events.voidDraw(at(drawsAt))}</Link>
            <span>{reason ?? words.events.because[because]}</span>
            <span className={styles.small}>{words.events.sentBack(formatFrancs(stakes))}</span>
          </li>
        ))}
        {stops.map(({ from, to, name, sentence }, index) => (
          <li key={index}>
            <strong>{words.events.stop(name)}</strong>
            <span>{sentence}</span>
            <span className={styles.small}>{words.events.between(at(from), to && at(to))}</span>
          </li>
        ))}
        {timetable.map(({ at: changed, everyMinutes }) => (
          <li key={changed}>
            <strong>{words.events.timetable(everyMinutes)}</strong>
            <span className={styles.small}>{words.events.between(at(changed), null)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
