import type { ComponentPropsWithRef, FunctionComponent } from 'react';
import { Link as RouterLink } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  /** A path of this app, with its search and its hash. */
  to: string;
  /** Travels in the history entry. */
  state?: unknown;
}

/** A link to another page of the app, which does not load it anew. */
export const Link: FunctionComponent<LinkProps> = RouterLink;

/** What the address names after `#`, with the sign; empty without it, and in the prerender. */
export function useHash(): string {
  return useLocationProperty(
    () => location.hash,
    () => '',
  );
}
