/** Thrown before anything is changed, because the upgrade could not be completed; an earlier attempt may have. */
export class UpgradeRefusedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(`The database was not upgraded, and this attempt has changed nothing in it: ${message}`, { cause });
    this.name = 'UpgradeRefusedError';
  }
}
