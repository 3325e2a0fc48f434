import type { ComponentPropsWithRef } from 'react';
import { classNames } from './classNames.ts';
import { useFieldWiring } from './field-wiring.ts';
import styles from './TextInput.module.css';

export function TextInput({ className, ...rest }: ComponentPropsWithRef<'input'>) {
  const wiring = useFieldWiring();
  return <input type="text" {...wiring} {...rest} className={classNames(styles.input, className)} />;
}
