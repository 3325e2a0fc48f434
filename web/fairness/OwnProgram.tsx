import { Card } from '#ui/Card.tsx';
import { words } from '#web/words/en/fairness.ts';
import type { CheckedDraw } from './messages.ts';
import styles from './OwnProgram.module.css';

/** A section for players who do not trust this page: the bytes it read, and how to check them without it. */
export function OwnProgram({ draw }: { draw: CheckedDraw }) {
  const { drawId, tickets, sealHash, operatorKey } = draw;
  const addresses = [
    `/api/draws/${drawId}/proof`,
    ...(tickets === null ? [] : [`/api/draws/${drawId}/leaves`]),
    '/api/seals',
    '/api/operator-keys',
  ];
  return (
    <Card as="div">
      <details className={styles.own}>
        <summary>{words.own.title}</summary>
        <p>{words.own.text}</p>
        <dl className={styles.facts}>
          <dt>{words.own.command}</dt>
          <dd>
            <code>{`npm run verify -- ${location.origin} ${drawId}`}</code>
          </dd>
          <dt>{words.own.addresses}</dt>
          {addresses.map((address) => (
            <dd key={address}>
              <a href={address}>
                <code>{address}</code>
              </a>
            </dd>
          ))}
          {sealHash && (
            <>
              <dt>{words.own.sealHash}</dt>
              <dd>
                <code>{sealHash}</code>
              </dd>
            </>
          )}
          <dt>{words.own.operatorKey}</dt>
          <dd>
            <code>{operatorKey}</code>
          </dd>
        </dl>
      </details>
    </Card>
  );
}
