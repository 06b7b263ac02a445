/** Returns the files that were dropped, with those of folders. Entries can be read only while the drop is handled. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<readonly File[]> {
  const entries = [...items].map(item => item.webkitGetAsEntry?.() ?? null);
  if (!entries.some(entry => entry?.isDirectory)) return [...files];
  const found = await Promise.all(entries.map(entry => (entry ? filesIn(entry) : [])));
  return found.flat();
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) return [await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: File[] = [];
  // A reader gives some entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return found;
    for (const one of some) found.push(...(await filesIn(one)));
  }
}
