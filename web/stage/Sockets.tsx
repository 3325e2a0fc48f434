import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { words } from '#web/words/en/stage.ts';
import styles from './Sockets.module.css';
import { ballCount } from './timeline.ts';

interface SocketsProps {
  /** The numbers that are out, first out first. */
  out: readonly string[];
  isFalling: boolean;
  /** Whether the draw is on: then the socket of the next ball is marked. */
  isOpen: boolean;
  /** For each ball that is out, the bet types of the client's tickets that pay because of it. */
  paying: readonly (readonly string[])[];
}

/**
 * The nine places of a draw. A ball falls blank, and shows its number where it lands. What is counted has landed, also for a viewer who
 * comes later, or whose device is too slow for the fall.
 */
export function Sockets({ out, isFalling, isOpen, paying }: SocketsProps) {
  return (
    <ol className={styles.sockets} aria-label={words.result}>
      {Array.from({ length: ballCount }, (_, place) => {
        const isNext = place === out.length;
        const names = paying[place] ?? [];
        return (
          <li
            key={place}
            className={styles.socket}
            data-top={place < 3}
            data-next={isOpen && isNext}
            data-hit={names.length > 0}
            // Written by the style sheet: the list's text is the result and nothing else.
            data-place={place + 1}
            data-paying={names.length > 0 ? words.paying(names) : undefined}
          >
            {(place < out.length || (isNext && isFalling)) && (
              <span className={styles.ball} data-falling={isNext}>
                {out[place]}
              </span>
            )}
            {place >= out.length && <VisuallyHidden>{words.notYet}</VisuallyHidden>}
          </li>
        );
      })}
    </ol>
  );
}
