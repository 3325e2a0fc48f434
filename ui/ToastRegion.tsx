import { words } from './words.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './ToastRegion.module.css';
import { dismissToast, useToasts } from './toasts.ts';

const icons = { success: 'check', error: 'warning', info: 'info' } as const;

/** The live region is always in the DOM, so that screen readers announce what is added to it. */
export function ToastRegion() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={styles.toast} data-tone={toast.tone}>
          <Icon name={icons[toast.tone]} size={20} />
          <span>{toast.text}</span>
          <IconButton icon="close" label={words.dismiss} onClick={() => dismissToast(toast.id)} />
        </div>
      ))}
    </div>
  );
}
