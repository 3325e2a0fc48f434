import { useEffect, useRef, type ComponentPropsWithRef } from 'react';
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

/** Comes into sight by itself: the button that was tapped may stand far below. */
export function FormNotice({ error }: { error: FormError }) {
  const ref = useRef<HTMLDivElement>(null);
  const message = error?.message;
  useEffect(() => {
    void ref.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);
  if (!message) return null;
  return (
    <div ref={ref} className={styles.notice}>
      <Notice tone="error" title={error.type}>
        {message}
      </Notice>
    </div>
  );
}

/** Fields side by side where there is room. */
export function FormRow({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={classNames(styles.row, className)} />;
}
