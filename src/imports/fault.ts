/** Thrown for a file that cannot be imported. The message is a whole sentence for the person who sent it. */
export class FileFault extends Error {
  /** `line` is null where the file as a whole is wrong. */
  constructor(file: string, line: number | null, message: string, cause?: unknown) {
    super(`${file}${line === null ? '' : `, line ${line}`}: ${message}`, { cause });
  }
}
