import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { words } from '#ui/words/en/kit.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './ToastRegion.module.css';
import { dismissToast, leaveToasts, useToast } from './toasts.ts';
import { icons } from './icons.ts';

const marks = { success: icons.check, error: icons.warning, info: icons.info } as const;

/** The live region is always in the DOM, so that screen readers announce what is added to it. */
export function ToastRegion() {
  const toast = useToast();
  useLeaving();
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {toast && (
        <div key={toast.id} className={styles.toast} data-tone={toast.tone}>
          <Icon path={marks[toast.tone]} size={20} />
          <span>{toast.text}</span>
          {toast.action}
          <IconButton icon={icons.close} label={words.dismiss} onClick={dismissToast} />
        </div>
      )}
    </div>
  );
}

function useLeaving(): void {
  const [pathname] = useLocation();
  const page = useRef(pathname);
  useEffect(() => {
    if (page.current === pathname) return;
    page.current = pathname;
    leaveToasts();
  }, [pathname]);
}
