/** The work of a second attempt to load code, beyond another `import()`. */

/** The links of style sheets that failed. */
const failedLinks = new Set<HTMLLinkElement>();
if (!import.meta.env.SSR) {
  // Errors of links do not bubble.
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedLinks.add(target);
    },
    true,
  );
}

/**
 * Loads the style sheets that failed, and rejects when one fails again. The bundler's loader asks for each one only once, and
 * would continue without it.
 */
export async function loadFailedStyles(): Promise<void> {
  await Promise.all(Array.from(failedLinks, loadStyle));
}

function loadStyle(failed: HTMLLinkElement): Promise<void> {
  const link = failed.cloneNode() as HTMLLinkElement;
  failedLinks.delete(failed);
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new TypeError(`not loaded: ${link.href}`)));
    failed.replaceWith(link);
  });
}

/** Reloads the page, unless the site cannot be reached: the browser would show its own error in place of the app. */
export async function reloadIfReachable(): Promise<void> {
  if (await isReachable()) location.reload();
}

export function isReachable(): Promise<boolean> {
  return fetch('/favicon.svg', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
