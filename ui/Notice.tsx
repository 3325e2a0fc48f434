import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Notice.module.css';
import { icons } from './icons.ts';

interface NoticeProps {
  tone?: 'info' | 'warning' | 'error' | 'success';
  title?: ReactNode;
  children?: ReactNode;
}

const marks = { info: icons.info, warning: icons.warning, error: icons.warning, success: icons.check } as const;

/** A permanent message, such as the error above a form. Errors are announced when they appear. */
export function Notice({ tone = 'info', title, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'error' ? 'alert' : undefined}>
      <Icon path={marks[tone]} size={20} />
      <div className={styles.text}>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
