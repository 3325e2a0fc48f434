import type { ComponentPropsWithRef } from 'react';
import { classNames } from './classNames.ts';
import styles from './Form.module.css';
import { Notice } from './Notice.tsx';

/** What went wrong with a form as a whole: a title and a sentence. What is wrong with one field stands at that field. */
export type FormError = { type?: string | number; message?: string } | undefined;

type FormProps = ComponentPropsWithRef<'form'> & { error?: FormError };

/**
 * Fields below each other. The fields say themselves what is wrong with them, so the browser's own bubbles are off; and
 * a form that is sent before the page can answer posts, so that no password ever stands in an address.
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

/** The button that was tapped may stand far below. */
function comeIntoSight(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}

/** Fields side by side where there is room. */
export function FormRow({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={classNames(styles.row, className)} />;
}
