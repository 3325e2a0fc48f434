import type { ReactNode } from 'react';
import type { makeRequest } from '#contract/calls/operator/acts.ts';
import type { OperatorInput } from '#contract/operator/endpoints.ts';
import type { RequestKind } from '#contract/operator/requests.ts';
import type { Fact } from './Facts.tsx';
import { lazySheet } from './lazy-sheet.tsx';

type Bodies = OperatorInput<typeof makeRequest>['body'];

/** The body of the call that asks for an act of a kind. */
export type RequestBody<K extends RequestKind> = Bodies extends infer B
  ? B extends { readonly kind: K }
    ? B
    : never
  : never;

type About<B> = B extends { readonly about: infer A } ? { readonly about: A } : {};
type Values<B> = B extends { readonly values: infer V } ? V : {};

interface Common {
  /** The first values of the fields. */
  readonly start?: Readonly<Record<string, string>>;
  /** The choices of a field. */
  readonly options?: Readonly<Record<string, readonly { readonly value: string; readonly label: string }[]>>;
  /** The subject, where the title names it. */
  readonly name?: string;
  /** The text that has to be typed to confirm, where it is no value of the form. */
  readonly typed?: string | undefined;
  /** Facts of this screen, shown beside before and after. */
  readonly facts?: readonly (Fact | null | false)[];
  /** Fields of the screen's own, which `given` has the values of. */
  readonly children?: ReactNode;
  /** Called after the request was made, before the sheet closes. */
  readonly onAsked?: () => void;
}

/** The parts of a sheet that its screen gives, by the kind of request. */
export type SheetOf<K extends RequestKind> = Common &
  About<RequestBody<K>> & {
    /** Values that the screen gives, so that the sheet has no field for them. No trial is made while one is undefined. */
    readonly given?: { readonly [V in keyof Values<RequestBody<K>>]?: Values<RequestBody<K>>[V] | undefined };
  };

interface Opened<K extends RequestKind> {
  readonly kind: K;
  readonly onClose: () => void;
}

/** The props of a sheet that draws requests of every kind. */
export interface DrawnSheetProps extends Common, Opened<RequestKind> {
  readonly about?: string | number;
  readonly given?: Readonly<Record<string, unknown>>;
}

const Drawn = lazySheet(async () => (await import('./DrawnSheet.tsx')).DrawnSheet);

/** The sheet of an act that takes two, drawn from its kind. It is fetched when the first one is opened. */
export function RequestSheet<K extends RequestKind>(props: SheetOf<K> & Opened<K>) {
  return <Drawn {...props} />;
}
