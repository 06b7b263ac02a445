import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Viewer } from '../accounts/viewer.ts';
import type { Database } from '../db/open.ts';
import { badInput } from '../errors.ts';
import { makeFolder, syncFolder } from '../process/durable.ts';
import { writableWebsite } from '../websites/access.ts';
import { folderOf } from './folder.ts';
import { readImportFields } from './import-fields.ts';
import { addImport, placeFiles, removeImport } from './new-import.ts';
import { settleMachine } from './turns.ts';
import { storeParts, type Upload } from './upload-parts.ts';
import { diskFault, UploadRoom } from './upload-room.ts';

export interface UploadOptions {
  readonly database: Database;
  readonly dataDir: string;
  /** The most bytes that all files may have together. */
  readonly maxBytes: number;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
}

/**
 * Stores the files of a request, registers the import, and returns its id. Throws what the gate of the website throws
 * before it reads anything, BAD_USER_INPUT with the names of the fields, UploadTooLarge, and UNAVAILABLE for a full disk;
 * nothing is left of the files then. `begin` is called before the body is read.
 */
export async function receiveUpload<Request extends Upload>(
  { database, dataDir, maxBytes, now }: UploadOptions,
  request: Request,
  viewer: Viewer | null,
  websiteId: string,
  begin: (request: Request) => void = () => undefined,
): Promise<string> {
  const website = await writableWebsite(database, viewer, { id: websiteId });
  const folder = join(dataDir, 'imports', `upload-${randomUUID()}`);
  try {
    makeFolder(folder);
    const room = new UploadRoom(folder, maxBytes);
    await room.admit(Number(request.headers['content-length'] ?? 0));
    begin(request);
    const { files, fields } = await storeParts(request, folder, room);
    const given = readImportFields(fields);
    if (files.length === 0) throw badInput({ file: ['No file was sent; send at least one as the field file.'] });
    const account = viewer?.account.id ?? null;
    const machine = await settleMachine(dataDir);
    const made = await addImport(database, { website: website.id, account, files, ...given, isHeld: true }, now());
    const { id } = made;
    const target = folderOf(dataDir, id);
    try {
      // A database that was restored gives ids again that have folders here.
      await rm(target, { recursive: true, force: true });
      await syncFolder(folder);
      await rename(folder, target);
      await syncFolder(dirname(target));
      const placed = files.map(file => ({ ...file, machine, path: join(target, basename(file.path)) }));
      await placeFiles(database, viewer, made, placed, now());
    } catch (error) {
      await Promise.allSettled([removeImport(database, id), rm(target, { recursive: true, force: true })]);
      throw error;
    }
    return String(id);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw diskFault(error);
  }
}
