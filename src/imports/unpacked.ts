import { FileFault } from './fault.ts';

/** A file as it was sent. */
export interface StoredFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** The id of the DATA_DIR of the machine that has it. */
  readonly machine?: string;
}

/** Called with the bytes that were read of files as they were sent. */
export type OnRead = (bytes: number) => void;

/** The bytes to which a byte of a packed file may grow; a page of zeros grows a thousand times. */
const MOST_RATIO = 200;
/** Files of up to so many bytes may grow more, because they do no harm; tests have smaller bombs. */
export const HARMLESS = { bytes: 16 * 1024 * 1024 };

/** Returns true if so many unpacked bytes of so many packed ones belong to no export. */
export function isBomb(unpacked: number, packed: number): boolean {
  return unpacked > HARMLESS.bytes && unpacked > packed * MOST_RATIO;
}

export function bomb(name: string): FileFault {
  return new FileFault(
    name,
    null,
    `It unpacks to more than ${MOST_RATIO} times its size, as no export does; unpack it yourself if it is one.`,
  );
}

/** The bytes that all files of an import may have together, unpacked. */
export class Room {
  readonly #most: number;
  #left: number;
  readonly #known = new Map<object, number>();

  constructor(most: number) {
    this.#most = most;
    this.#left = most;
  }

  /** Records that a file has at least so many bytes; it may be read several times. Throws FileFault if all have too many. */
  reach(file: Pick<StoredFile, 'name'>, bytes: number): void {
    const known = this.#known.get(file) ?? 0;
    if (bytes <= known) return;
    this.#known.set(file, bytes);
    this.#left -= bytes - known;
    if (this.#left < 0)
      throw new FileFault(
        file.name,
        null,
        `Unpacked, the files have more than ${Math.floor(this.#most / 1024 / 1024)} MB; raise IMPORT_MAX_MB or import fewer at a time.`,
      );
  }
}

/** Yields what a packed file unpacks to. Throws FileFault for a damaged file, and for one that grows too much. */
export async function* bounded(
  file: Pick<StoredFile, 'name'>,
  unpacked: AsyncIterable<Buffer>,
  { room, packed }: { readonly room: Room; readonly packed: number },
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of unpacked) {
      bytes += piece.length;
      if (isBomb(bytes, packed)) throw bomb(file.name);
      room.reach(file, bytes);
      yield piece;
    }
  } catch (cause) {
    if (cause instanceof FileFault) throw cause;
    throw new FileFault(file.name, null, 'It cannot be unpacked; download it again.', cause);
  }
}
