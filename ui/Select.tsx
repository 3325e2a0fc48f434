import type { ComponentPropsWithRef } from 'react';
import { classNames } from './classNames.ts';
import { useFieldWiring } from './field-wiring.ts';
import { Icon } from './Icon.tsx';
import styles from './Select.module.css';
import { icons } from './icons.ts';

/** A native select, because every phone shows it well. `children` are option elements. */
export function Select({ className, children, ...rest }: ComponentPropsWithRef<'select'>) {
  const wiring = useFieldWiring();
  return (
    <span className={classNames(styles.select, className)}>
      <select {...wiring} {...rest}>
        {children}
      </select>
      <Icon path={icons.chevronDown} size={18} />
    </span>
  );
}
