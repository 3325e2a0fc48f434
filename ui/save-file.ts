/** Downloads a text or bytes as a file, like a link with `download`. */
export function saveFile(content: string | Blob, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
