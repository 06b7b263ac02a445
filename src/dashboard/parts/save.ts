/** Saves what the browser has as a file, as if it were downloaded. */
export function save(file: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
