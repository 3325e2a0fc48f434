import { createContext, use } from 'react';

export interface Wiring {
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

export const WiringContext = createContext<Wiring>({});
export const ReportContext = createContext<(error: string) => void>(() => {});

/** The props a control inside a Field spreads on its input. They connect it to the label, hint and error. */
export function useFieldWiring(): Wiring {
  return use(WiringContext);
}

/** For a control that cannot read what was typed: its error, in a sentence, replaces the field's until it is empty again. */
export function useFieldReport(): (error: string) => void {
  return use(ReportContext);
}
