import { amount, none } from '#console/values/amounts.ts';
import { words } from '#console/words/en/kit.ts';
import styles from './Values.module.css';

/** What a request or a line of the audit says about before or after, as it is stored. */
export function Values({ of: values }: { readonly of: unknown }) {
  if (typeof values !== 'object' || values === null) return <div>{say(values)}</div>;
  const entries = Object.entries(values);
  if (entries.length === 0) return <div className="quiet">{words.noValues}</div>;
  return entries.map(([name, value]) => (
    <div key={name} className={styles.value}>
      <span className="quiet">{name}</span> <span>{say(value)}</span>
    </div>
  ));
}

function say(value: unknown): string {
  if (value === null || value === undefined) return none;
  if (typeof value === 'number' && Number.isInteger(value)) return amount(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
