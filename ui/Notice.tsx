import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Notice.module.css';

interface NoticeProps {
  tone?: 'info' | 'warning' | 'error' | 'success';
  title?: ReactNode;
  children?: ReactNode;
}

const icons = { info: 'info', warning: 'warning', error: 'warning', success: 'check' } as const;

/** A permanent message, such as the error above a form. Errors are announced when they appear. */
export function Notice({ tone = 'info', title, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'error' ? 'alert' : undefined}>
      <Icon name={icons[tone]} size={20} />
      <div className={styles.text}>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
