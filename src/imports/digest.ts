import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { FileFault } from './fault.ts';
import type { StoredFile } from './unpacked.ts';

/** Returns the SHA-256 of files; it does not depend on their names and their order. Throws FileFault. */
export async function digestOf(files: readonly StoredFile[]): Promise<string> {
  const digests: string[] = [];
  for (const { path, name } of files) {
    const content = createHash('sha256');
    try {
      for await (const piece of createReadStream(path)) content.update(piece as Buffer);
    } catch (cause) {
      throw new FileFault(name, null, 'The file is gone or cannot be read; import it again.', cause);
    }
    digests.push(content.digest('hex'));
  }
  return createHash('sha256').update(digests.sort().join()).digest('hex');
}
