/** A receipt's text as parsed JSON, or its problem, by the problem's key in the words. */
export type Given = { readonly document: unknown } | { readonly problem: 'notJson' | 'tooLarge' | 'fileFailed' };

/** A receipt with its proof takes about 5 kB. */
const limit = 100_000;

export function readReceiptText(text: string): Given {
  if (text.length > limit) return { problem: 'tooLarge' };
  try {
    return { document: JSON.parse(text) as unknown };
  } catch {
    return { problem: 'notJson' };
  }
}

export async function readReceiptFile(file: Blob): Promise<Given> {
  if (file.size > limit) return { problem: 'tooLarge' };
  try {
    return readReceiptText(await file.text());
  } catch {
    return { problem: 'fileFailed' };
  }
}
