import { Link } from 'wouter';
import { amount } from '#console/values/amounts.ts';
import { words } from '#console/words/en/kit.ts';
import { dismissToast, useToast } from './toast.ts';
import styles from './Toast.module.css';

/** Always in the page, so that a screen reader announces its new text. */
export function ToastRegion() {
  const told = useToast();
  return (
    <div className={styles.region} role="status">
      {told && (
        <div key={told.id} className={styles.toast}>
          <span aria-hidden>✓</span>
          <span className="grow">{told.says}</span>
          {told.auditLine !== undefined && (
            <Link className={styles.line} to={`/audit?open=${told.auditLine}`} onClick={dismissToast}>
              {words.audit} <b>{amount(told.auditLine)}</b>
            </Link>
          )}
          <button type="button" className={styles.dismiss} onClick={dismissToast} aria-label={words.dismiss}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}
