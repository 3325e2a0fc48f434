/** Whether a text is in the clipboard. */
export type Copied = 'copied' | 'failed';

/** Whether this device has a sheet of its own for links. */
export const hasShareSheet = () => 'share' in navigator;

/** Hands something to the device's own sheet. Closing that sheet without sharing is no error. */
export async function share(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch {
    // Closed, or refused by the device: the link stays visible.
  }
}

/** Copies a text. A page without TLS has no clipboard. */
export async function copy(text: string): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'failed';
  }
}
