import { createWriteStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { cut, quote, toStorable } from '../domain/text.ts';
import { badInput, type FieldErrors } from '../errors.ts';
import type { StoredFile } from './unpacked.ts';
import type { UploadRoom } from './upload-room.ts';

/** A request with the files of an import. */
export type Upload = Readable & { readonly headers: IncomingHttpHeaders; readonly complete: boolean };

/** What a request has sent. */
interface Parts {
  readonly files: readonly StoredFile[];
  readonly fields: ReadonlyMap<string, string>;
}

const MOST_FILES = 1_000;
const MOST_FIELDS = 20;
const LONGEST_FIELD = 64 * 1024;
const LONGEST_NAME = 255;
const PIECE = 256 * 1024;
const AS_TEXT =
  'The field file was sent as text, not as a file; with curl, put @ in front of the path, as in -F file=@export.zip.';

/**
 * Stores the files of a request in a folder, under names of their own, as fast as they arrive and can be written, and
 * returns them with its other fields. Throws BAD_USER_INPUT, and what `room` throws; the rest of the body is not read then.
 */
export async function storeParts(request: Upload, folder: string, room: UploadRoom): Promise<Parts> {
  const parser = openParser(request.headers);
  const files: StoredFile[] = [];
  const fields = new Map<string, string>();
  const writing: Promise<void>[] = [];
  const arriving = new Set<Readable>();
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const refuse = (faults: FieldErrors) => reject(badInput(faults));
  const gone = () => {
    if (!request.complete) refuse({ file: ['The upload ended before it was complete; send it again.'] });
  };
  const tooMany = () => refuse({ file: [`More than ${MOST_FILES} files were sent; send fewer at a time.`] });
  parser.on('field', (name, value, _, isCut) => {
    if (name === 'file') refuse({ file: [AS_TEXT] });
    else if (isCut) refuse({ [name]: [`The field has more than ${LONGEST_FIELD} bytes.`] });
    fields.set(name, value);
  });
  parser.on('file', (field, stream, name) => {
    const file = { name: labelOf(name), path: join(folder, `file-${files.length}`), bytes: 0 };
    if (field !== 'file')
      refuse({ [field]: [`${file.name} was sent as ${quote(field)}; send files as the field file.`] });
    files.push(file);
    arriving.add(stream);
    stream.on('data', (piece: Buffer) => {
      file.bytes += piece.length;
      try {
        room.take(piece.length)?.catch(reject);
      } catch (fault) {
        reject(fault);
      }
    });
    const written = pipeline(stream, createWriteStream(file.path, { mode: 0o600, flush: true })).finally(() =>
      arriving.delete(stream),
    );
    // The first fault decides; those of the other files follow from it.
    written.catch(reject);
    writing.push(written);
  });
  parser
    .on('filesLimit', tooMany)
    .on('fieldsLimit', () => refuse({ file: [`More than ${MOST_FIELDS} fields were sent.`] }));
  parser.on('finish', resolve);
  parser.on('error', (cause: Error) =>
    refuse({ file: [`The upload is damaged (${quote(cause.message)}); send it again.`] }),
  );
  request.on('close', gone).on('error', gone);
  if (request.closed) gone();
  try {
    // A pipeline would close the connection at the first fault, before the client can read what is wrong.
    request.pipe(parser);
    await ended;
    await Promise.all(writing);
    return { files, fields };
  } catch (fault) {
    request.unpipe(parser).pause();
    for (const stream of arriving) stream.destroy();
    await Promise.allSettled(writing);
    throw fault;
  } finally {
    request.off('close', gone).off('error', gone);
  }
}

function openParser(headers: IncomingHttpHeaders): BusboyInstance {
  const faults = { file: ['Files are sent as multipart/form-data, with at least one field named file.'] };
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) throw badInput(faults);
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      fileHwm: PIECE,
      limits: { files: MOST_FILES, fields: MOST_FIELDS, fieldSize: LONGEST_FIELD },
    });
  } catch {
    throw badInput(faults);
  }
}

/** Returns the name that the client's file has, only for people to read: without folders and control characters. */
function labelOf(name: string | undefined): string {
  const last =
    toStorable(name ?? '')
      .split(/[\\/]/)
      .at(-1) ?? '';
  const visible = last.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim();
  return visible === '' ? 'file' : cut(visible, LONGEST_NAME);
}
