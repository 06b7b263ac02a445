import { base } from '../base.ts';
import { AskError, worded } from '../graphql.ts';
import { t } from '../messages.ts';

/** How files are read; empty for the default. */
export interface Choices {
  readonly source: string;
  readonly timezone: string;
  readonly until: string;
  readonly mapping: string;
}

export const NO_CHOICES: Choices = { source: '', timezone: '', until: '', mapping: '' };

/** An upload that goes on until it is over or `cancel` is called, which rejects with AbortError. */
export interface Upload {
  readonly done: Promise<{ readonly id: string }>;
  readonly cancel: () => void;
}

/** Sends files for a dry run; `hear` is called with how many bytes have been sent, and of how many. */
export function upload(
  website: string,
  files: readonly File[],
  choices: Choices,
  hear: (sent: number, all: number) => void,
): Upload {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...choices, dry_run: '1' })) if (value !== '') form.set(name, value);
  for (const file of files) form.append('file', file);
  // Only this interface reports how much of a body has been sent.
  const request = new XMLHttpRequest();
  const done = new Promise<{ readonly id: string }>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => hear(loaded, total));
    request.addEventListener('load', () => settle(request, resolve, reject));
    request.addEventListener('error', () => reject(new AskError('OFFLINE', t('imports.interrupted'))));
    request.addEventListener('abort', () => reject(new DOMException(undefined, 'AbortError')));
  });
  request.open('POST', worded(`${base}/websites/${website}/imports`));
  request.responseType = 'json';
  request.send(form);
  return { done, cancel: () => request.abort() };
}

interface Wire {
  readonly id?: string;
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

function settle(request: XMLHttpRequest, resolve: (found: { id: string }) => void, reject: (error: unknown) => void) {
  const answer = request.response as Wire | null;
  if (answer?.id !== undefined) return resolve({ id: answer.id });
  const message = answer?.message ?? t('imports.notAccepted', { status: request.status });
  // A file that is wrong has no field to show it at.
  const { file = [], ...fields } = answer?.errors ?? {};
  reject(new AskError(`STATUS_${request.status}`, file[0] ?? message, file.length > 0 ? {} : fields));
}
