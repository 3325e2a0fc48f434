import type { ReactNode } from 'react';
import { Icon, type IconPath } from './Icon.tsx';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  icon?: IconPath;
  title: ReactNode;
  children?: ReactNode;
  /** A button or link to continue with. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon && (
        <span className={styles.icon}>
          <Icon path={icon} size={28} />
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  );
}
