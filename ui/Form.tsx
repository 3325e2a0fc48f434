import type { ComponentPropsWithRef } from 'react';
import { classNames } from './classNames.ts';
import styles from './Form.module.css';
import { Notice } from './Notice.tsx';

/** An error of the form as a whole: a title and a sentence. The error of one field is shown at that field. */
export type FormError = { type?: string | number; message?: string } | undefined;

type FormProps = ComponentPropsWithRef<'form'> & { error?: FormError };

/**
 * Fields in a column. Each field shows its own error, so the browser's validation bubbles are off. The method is POST: a
 * form submitted before hydration never puts a password into the address.
 */
export function Form({ error, className, children, ...rest }: FormProps) {
  return (
    <form noValidate method="post" {...rest} className={classNames(styles.form, className)}>
      <FormNotice error={error} />
      {children}
    </form>
  );
}

export function FormNotice({ error }: { error: FormError }) {
  if (!error?.message) return null;
  return (
    <div key={error.message} ref={comeIntoSight} className={styles.notice}>
      <Notice tone="error" title={error.type}>
        {error.message}
      </Notice>
    </div>
  );
}

/** The submit button may be far below the error. */
function comeIntoSight(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}

/** Fields side by side where there is room. */
export function FormRow({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={classNames(styles.row, className)} />;
}
