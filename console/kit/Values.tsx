import { Fragment } from 'react';
import { sayStored } from '#console/values/stored.ts';
import { words } from '#console/words/en/kit.ts';
import { fieldName } from '#console/words/en/names.ts';
import styles from './Values.module.css';

/** What a request or a line of the audit says about before or after, with its fields in words. */
export function Values({ of: values }: { readonly of: unknown }) {
  if (typeof values !== 'object' || values === null) return <div>{sayStored(values)}</div>;
  const entries = Object.entries(values);
  if (entries.length === 0) return <div className="quiet">{words.noValues}</div>;
  return (
    <dl className={styles.values}>
      {entries.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="quiet" title={name}>
            {fieldName(name)}
          </dt>
          <dd className={isCode(value) ? 'mono' : undefined}>{sayStored(value, name)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Hashes, ids and keys. */
function isCode(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f-]{16,}$/.test(value);
}
