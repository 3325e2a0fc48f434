import { amount } from '#console/values/amounts.ts';
import { words } from '#console/words/en/kit.ts';
import { dismissToast, useToast } from './toast.ts';
import styles from './Toast.module.css';

/** Always there, so that a screen reader says what comes into it. */
export function ToastRegion() {
  const told = useToast();
  return (
    <div className={styles.region} role="status">
      {told && (
        <button key={told.id} type="button" className={styles.toast} onClick={dismissToast} title={words.dismiss}>
          <span aria-hidden>✓</span>
          <span className="grow">{told.says}</span>
          {told.auditLine !== undefined && (
            <span className="small">
              {words.audit} <b>{amount(told.auditLine)}</b>
            </span>
          )}
        </button>
      )}
    </div>
  );
}
