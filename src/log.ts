import { isIPv6 } from 'node:net';
import { type Bindings, type DestinationStream, type LogFn, type Logger, pino } from 'pino';

/** Writes one JSON object per line. Accepts any object and removes secrets from it before writing. */
export type Log = Logger;

const HIDDEN = '(hidden)';

/**
 * Values under these names never reach the log, at any depth and in any spelling (`X-Forwarded-For`, `remoteAddress`).
 */
const SECRET =
  /^(.*(password|passwd|secret|token|cookie|credential|apikey)|authorization|key|keys|ip|ips|address|addresses|(remote|client|source)(ip|address)|xforwardedfor|forwarded|xrealip|query|querystring|search|useragent|sql|parameters|bind|replacements|email|body|salt|visitor|smtpurl|databaseurl)$/;

/** Values under these names are URLs or paths: the path helps to find a fault, but the query may hold anything. */
const LOCATION = /(url|uri|path|href|page|referrer|referer|link)$/;

/** Nothing useful is logged below this depth, and it ends cycles. */
const DEPTH = 6;

/**
 * Returns a log of `level` and above to standard output or `destination`. It hides secrets, whichever code logs them.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: cleanFields,
    },
    // cleanFields has already described errors; pino's own serializer would restore the raw message.
    serializers: { err: (described: unknown) => described },
    hooks: {
      logMethod: headline,
      // The whole line is checked last, because a library can put anything into an error message.
      streamWrite: scrub,
    },
  };
  const log = destination ? pino(options, destination) : pino(options);
  // pino cleans the fields of a line but not the bindings of a child; children of children inherit this function.
  const { child } = log;
  log.child = function (this: Log, bindings: Bindings) {
    return child.call(this, cleanFields(bindings));
  } as typeof log.child;
  return log;
}

/** Returns the fields to log about a request: never its query, headers, body or address. */
export function describeRequest(
  request: { readonly method?: string | undefined; readonly url?: string | undefined },
  answer: { readonly status: number; readonly milliseconds: number; readonly requestId: string },
) {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  return {
    requestId: answer.requestId,
    method: request.method ?? '',
    path: path.slice(0, 200),
    status: answer.status,
    milliseconds: Math.round(answer.milliseconds * 10) / 10,
  };
}

/** pino would use an error's raw message as the line's message; this uses the cleaned one. */
function headline(this: Log, args: Parameters<LogFn>, method: LogFn): void {
  const [first, text, ...values] = args as [unknown, string?, ...unknown[]];
  const fields = first instanceof Error ? { err: first } : first;
  const error = isPlain(fields) && fields.err instanceof Error ? fields.err : undefined;
  const line = error ? [fields, text ?? describeError(error, 0).message, ...values] : args;
  method.apply(this, line as Parameters<LogFn>);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function cleanFields(fields: object): Record<string, unknown> {
  return isPlain(fields) ? cleanObject(fields, 0) : { object: clean(fields, 0) };
}

function cleanObject(fields: object, depth: number): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const plain = name.toLowerCase().replace(/[^a-z]/g, '');
    if (SECRET.test(plain)) kept[name] = HIDDEN;
    else if (typeof value === 'string' && LOCATION.test(plain)) kept[name] = value.split('?', 1)[0];
    else kept[name] = clean(value, depth + 1);
  }
  return kept;
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value;
  if (depth > DEPTH) return '(deeper)';
  if (value instanceof Error) return describeError(value, depth);
  if (Buffer.isBuffer(value)) return `(${value.length} bytes)`;
  if (Array.isArray(value)) return value.map(item => clean(item, depth + 1));
  // A socket, a request or a model holds far more than its logging code intends.
  if (!isPlain(value)) return `(${value.constructor?.name ?? 'object'})`;
  return cleanObject(value, depth);
}

/** Takes only named properties, because Sequelize and drivers attach the statement and its values to their errors. */
function describeError(error: Error, depth: number): Record<string, unknown> {
  const { code, cause, errors } = error as Error & { code?: unknown; errors?: unknown };
  const inner = Array.isArray(errors) ? errors.filter(one => one instanceof Error) : [];
  return {
    type: error.name,
    message: isFromDatabase(error) ? withoutValues(error.message) : error.message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: framesOf(error),
    ...(cause === undefined ? {} : { cause: clean(cause, depth + 1) }),
    ...(inner.length === 0 ? {} : { errors: inner.map(one => clean(one, depth + 1)) }),
  };
}

/** Returns the stack without its first lines, which repeat the raw message. */
function framesOf(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .map(line => line.trim());
}

function isFromDatabase(error: Error): boolean {
  return (
    error.name.startsWith('Sequelize') ||
    'sql' in error ||
    'sqlState' in error ||
    ('errno' in error && !('syscall' in error))
  );
}

/** Removes quoted text, because `Duplicate entry 'ada@example.com' for key` names a person. */
function withoutValues(message: string): string {
  return message.replace(/'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"/g, "'…'");
}

function scrub(line: string): string {
  return line
    .replace(/\b(ffs?_)[0-9A-Za-z]{8,}/g, '$1…')
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 …')
    .replace(/:\/\/[^\s"/@]+@/g, '://…@')
    .replace(/(\/unsubscribe\/)[0-9A-Za-z]+/g, '$1…')
    .replace(/(\/[^\s"?\\]*)\?[^\s"\\)]+/g, '$1?…')
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, found => (/^(127\.|0\.0\.0\.0$)/.test(found) ? found : '(address)'))
    .replace(/(?<![\w:])[0-9a-f]{1,4}:[0-9a-f:]{2,}(?![\w:])/gi, found => (isIPv6(found) ? '(address)' : found));
}
