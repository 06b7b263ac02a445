import { AppError } from '../errors.ts';
import { isDiskFull, roomOnDisk } from './disk-room.ts';

/** Thrown for files that are larger together than an import may be. The message is for the person who sent them. */
export class UploadTooLarge extends Error {
  constructor(most: number) {
    super(
      `The files have more than ${Math.floor(most / 1024 / 1024)} MB together; send fewer at a time, or raise IMPORT_MAX_MB.`,
    );
  }
}

const CHECK_EVERY = 16 * 1024 * 1024;

/** The bytes that an upload may have: by what is allowed, and by what the disk has. */
export class UploadRoom {
  readonly #folder: string;
  readonly #most: number;
  #taken = 0;
  #checkAt = CHECK_EVERY;

  constructor(folder: string, most: number) {
    this.#folder = folder;
    this.#most = most;
  }

  /** Throws UploadTooLarge and UNAVAILABLE if a body of this length (0 if unknown) cannot be taken. */
  async admit(length: number): Promise<void> {
    // The body has fields and lines between its parts, too.
    if (length > this.#most + CHECK_EVERY) throw new UploadTooLarge(this.#most);
    await this.#checkDisk(length);
  }

  /** Notes bytes that were received. Throws the same; UploadTooLarge at once, because these bytes can be the last. */
  take(bytes: number): Promise<void> | undefined {
    this.#taken += bytes;
    if (this.#taken > this.#most) throw new UploadTooLarge(this.#most);
    if (this.#taken < this.#checkAt) return;
    this.#checkAt += CHECK_EVERY;
    return this.#checkDisk(0);
  }

  async #checkDisk(length: number): Promise<void> {
    if ((await roomOnDisk(this.#folder)) < length) throw diskFull();
  }
}

/** Returns UNAVAILABLE in place of the error of a full disk; any other error as it is. */
export function diskFault(error: unknown): unknown {
  return isDiskFull(error) ? diskFull(error) : error;
}

function diskFull(cause?: unknown): AppError {
  return new AppError(
    'UNAVAILABLE',
    'The disk of DATA_DIR has too little room for the upload, which was removed; make room there, or send less at a time.',
    cause === undefined ? {} : { cause },
  );
}
