import { useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { words } from '#web/words/en/results.ts';
import styles from './Replay.module.css';

const places = ['A', 'B', 'C', '', '', '', '', '', ''];
const stepEvery = 650;

/**
 * The nine places of a draw. A result that arrives while the page is open is revealed number by number. One that was there
 * on load is static, and can be replayed. With reduced motion the numbers appear at once.
 */
export function Replay({ result }: { result: readonly string[] | null }) {
  const [out, setOut] = useState(result ? places.length : 0);
  const isRunning = result !== null && out < places.length;

  useEffect(() => {
    if (!isRunning) return;
    const [next, after] = wantsLessMotion() ? [places.length, 0] : [out + 1, stepEvery];
    const timer = setTimeout(() => setOut(next), after);
    return () => clearTimeout(timer);
  }, [isRunning, out]);

  return (
    <div className={styles.replay}>
      <ol className={styles.balls} aria-label={words.draw.result}>
        {places.map((letter, place) => (
          <li key={place} className={styles.place}>
            <span className={styles.letter} aria-hidden="true">
              {letter}
            </span>
            {result && place < out ? (
              <span className={styles.ball} data-top={place < 3}>
                {result[place]}
              </span>
            ) : (
              <span className={styles.empty}>
                <VisuallyHidden>{words.draw.notYet}</VisuallyHidden>
              </span>
            )}
          </li>
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{result && !isRunning && words.draw.drawn(result.join(' '))}</span>
      </VisuallyHidden>
      {isRunning && (
        <Button variant="secondary" onClick={() => setOut(places.length)}>
          {words.draw.skip}
        </Button>
      )}
      {result && !isRunning && (
        <Button className={styles.again} variant="secondary" icon="play" onClick={() => setOut(0)}>
          {words.draw.again}
        </Button>
      )}
    </div>
  );
}

function wantsLessMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
