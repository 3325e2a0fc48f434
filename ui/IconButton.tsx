import type { ComponentPropsWithRef } from 'react';
import { classNames } from './classNames.ts';
import { Icon, type IconPath } from './Icon.tsx';
import styles from './IconButton.module.css';
import { Link, type LinkProps } from './Link.tsx';

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children'> & {
  /** The accessible name. */
  label: string;
  icon: IconPath;
  /** A few characters drawn on the corner, such as a count. Repeat them in `aria-description`. */
  badge?: string | undefined;
};

export function IconButton({ label, icon, badge, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      data-badge={badge}
      className={classNames(styles.button, className)}
    >
      <Icon path={icon} />
    </button>
  );
}

type IconLinkProps = Omit<LinkProps, 'children'> & { label: string; icon: IconPath };

export function IconLink({ label, icon, className, ...rest }: IconLinkProps) {
  return (
    <Link aria-label={label} title={label} {...rest} className={classNames(styles.button, className)}>
      <Icon path={icon} />
    </Link>
  );
}
