import type { ComponentPropsWithRef, FunctionComponent } from 'react';
import { Link as RouterLink } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  /** A path of this app, with its search and its hash. */
  to: string;
  /** Stored in the history entry. */
  state?: unknown;
}

/** A link to another page of the app, without a page load. */
export const Link: FunctionComponent<LinkProps> = RouterLink;

/** The address's hash with its `#`; empty when there is none, and in the prerender. */
export function useHash(): string {
  return useLocationProperty(
    () => location.hash,
    () => '',
  );
}
