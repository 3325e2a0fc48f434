import type { ComponentPropsWithRef } from 'react';
import { classNames } from './classNames.ts';
import styles from './Form.module.css';
import { Notice } from './Notice.tsx';

interface FormProps extends ComponentPropsWithRef<'form'> {
  /** What went wrong with the form as a whole. What is wrong with one field stands at that field. */
  error?: { type?: string | number; message?: string } | undefined;
}

/**
 * Fields below each other. The fields say themselves what is wrong with them, so the browser's own bubbles are off; and
 * a form that is sent before the page can answer posts, so that no password ever stands in an address.
 */
export function Form({ error, className, children, ...rest }: FormProps) {
  return (
    <form noValidate method="post" {...rest} className={classNames(styles.form, className)}>
      {error?.message && (
        <Notice tone="error" title={error.type}>
          {error.message}
        </Notice>
      )}
      {children}
    </form>
  );
}

/** Fields side by side where there is room. */
export function FormRow({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={classNames(styles.row, className)} />;
}
