import { Fragment } from 'react';
import { amount, none } from '#console/values/amounts.ts';
import { words } from '#console/words/en/kit.ts';
import styles from './Values.module.css';

/** What a request or a line of the audit says about before or after, as it is stored. */
export function Values({ of: values }: { readonly of: unknown }) {
  if (typeof values !== 'object' || values === null) return <div>{say(values)}</div>;
  const entries = Object.entries(values);
  if (entries.length === 0) return <div className="quiet">{words.noValues}</div>;
  return (
    <dl className={styles.values}>
      {entries.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="quiet" title={name}>
            {sayName(name)}
          </dt>
          <dd className={isCode(value) ? 'mono' : undefined}>{say(value)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** `takenBy` → taken by, `read_first` → read first */
function sayName(name: string): string {
  return name.replaceAll(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`).replaceAll('_', ' ');
}

/** Hashes, ids and keys. */
function isCode(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f-]{16,}$/.test(value);
}

function say(value: unknown): string {
  if (value === null || value === undefined) return none;
  if (typeof value === 'number' && Number.isInteger(value)) return amount(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
