import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './Button.module.css';
import { classNames } from './classNames.ts';
import { Icon, type IconPath } from './Icon.tsx';
import { Link, type LinkProps } from './Link.tsx';
import { Spinner } from './Spinner.tsx';

interface Look {
  /** `primary` is red, at most one in a view. `strong` is ink: as important, where red would press the client. */
  variant?: 'primary' | 'strong' | 'secondary' | 'ghost';
  size?: 's' | 'm' | 'l';
  /** As wide as its container. */
  block?: boolean;
  icon?: IconPath;
}

type ButtonProps = ComponentPropsWithRef<'button'> & Look & { pending?: boolean };

/** While `pending`, the button keeps its size and its place in the tab order, but a tap does nothing. */
export function Button({
  variant,
  size,
  block,
  icon,
  pending = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(lookOf({ variant, size, block }), pending && styles.pending, className)}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <Face icon={icon}>{children}</Face>
      {pending && (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      )}
    </button>
  );
}

export function ButtonLink({ variant, size, block, icon, className, children, ...rest }: LinkProps & Look) {
  return (
    <Link {...rest} className={classNames(lookOf({ variant, size, block }), className)}>
      <Face icon={icon}>{children}</Face>
    </Link>
  );
}

function Face({ icon, children }: { icon: IconPath | undefined; children: ReactNode }) {
  return (
    <span className={styles.face}>
      {icon && <Icon path={icon} size={20} />}
      {children}
    </span>
  );
}

function lookOf({ variant = 'primary', size = 'm', block }: { [K in keyof Look]: Look[K] | undefined }): string {
  return classNames(styles.button, styles[variant], styles[size], block && styles.block);
}
