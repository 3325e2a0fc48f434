import type { ComponentPropsWithRef } from 'react';
import { TextInput } from '#ui/TextInput.tsx';

interface TidyInputProps extends ComponentPropsWithRef<'input'> {
  /** How what was typed is shown once it is read, such as `tidyDay`; unchanged where it cannot be read. */
  tidy: (text: string) => string;
}

/**
 * A text field for a day or a time. A browser's own field writes them in the order of the browser's language, whatever the
 * language of the page, and is slow for a day decades ago. When it is left it shows how it was read.
 */
export function TidyInput({ tidy, onBlur, ...rest }: TidyInputProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      onBlur={(event) => {
        event.target.value = tidy(event.target.value);
        onBlur?.(event);
      }}
    />
  );
}
