/** The browser's storage, or null where the visitor has blocked it and in the prerender. */
export function storage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return typeof window === 'undefined' ? null : window[name];
  } catch {
    return null;
  }
}
