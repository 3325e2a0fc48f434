import { Fragment } from 'react';
import { sayStored } from '#console/values/stored.ts';
import { words } from '#console/words/en/kit.ts';
import { fieldName } from '#console/values/names.ts';
import styles from './Values.module.css';

/** Fields whose text is in a language of its own. */
const languages: Readonly<Record<string, string>> = { toldEn: 'en', toldFr: 'fr' };

/** The values before or after of a request or a line of the audit, with the names of fields in words. */
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
          {isId(value) ? (
            <dd className="mono" title={value}>
              {value.slice(0, 8)}
            </dd>
          ) : (
            <dd className={isCode(value) ? 'mono' : undefined} lang={languages[name]}>
              {sayStored(value, name)}
            </dd>
          )}
        </Fragment>
      ))}
    </dl>
  );
}

/** An id of ours: its beginning is what people read out. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}

/** Hashes and keys. */
function isCode(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f-]{16,}$/.test(value);
}
