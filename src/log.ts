import { isIPv6 } from 'node:net';
import { type Bindings, type DestinationStream, type LogFn, type Logger, pino } from 'pino';

/** Writes one JSON object a line; takes any object, and cleans it before it is written. */
export type Log = Logger;

const HIDDEN = '(hidden)';

/** Names whose values never reach the log, at any depth, however they are spelled (`X-Forwarded-For`, `remoteAddress`). */
const SECRET =
  /^(.*(password|passwd|secret|token|cookie|credential|apikey)|authorization|key|keys|ip|ips|address|addresses|(remote|client|source)(ip|address)|xforwardedfor|forwarded|xrealip|query|querystring|search|useragent|sql|parameters|bind|replacements|email|body|salt|visitor|smtpurl|databaseurl)$/;

/** Names whose values are URLs or paths: the path helps to find a fault, the query may be anyone's. */
const LOCATION = /(url|uri|path|href|page|referrer|referer|link)$/;

/** Deeper than this nothing of interest is ever logged, and a cycle ends here. */
const DEPTH = 6;

/** Logs from `level` on to standard output, or to `destination`; nothing that must stay secret passes, whoever logs it. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: cleanFields,
    },
    // Errors are described by cleanFields already; pino's own serializer would bring the message back.
    serializers: { err: (described: unknown) => described },
    hooks: {
      logMethod: headline,
      // The text is checked last, over the whole line, because a library may put anything into an error's words.
      streamWrite: scrub,
    },
  };
  const log = destination ? pino(options, destination) : pino(options);
  // pino cleans a line's fields but not those a child is born with; children of children inherit this one.
  const { child } = log;
  log.child = function (this: Log, bindings: Bindings) {
    return child.call(this, cleanFields(bindings));
  } as typeof log.child;
  return log;
}

/** What the log keeps of an answered request: never its query, headers, body or address. */
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

/** pino would take an error's raw message as the line's own; ours is the cleaned one. */
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
  // A socket, a request or a model holds far more than whoever logs it thinks of.
  if (!isPlain(value)) return `(${value.constructor?.name ?? 'object'})`;
  return cleanObject(value, depth);
}

/** Only named properties are taken: Sequelize hangs the statement and its values on the error, drivers hang them on theirs. */
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

/** Without the first lines, which repeat the message as it was. */
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

/** `Duplicate entry 'ada@example.com' for key` tells who; what is between quotes goes. */
function withoutValues(message: string): string {
  return message.replace(/'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"/g, "'…'");
}

function scrub(line: string): string {
  return line
    .replace(/\bff_[0-9A-Za-z]{8,}/g, 'ff_…')
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 …')
    .replace(/:\/\/[^\s"/@]+@/g, '://…@')
    .replace(/(\/unsubscribe\/)[0-9A-Za-z]+/g, '$1…')
    .replace(/(\/[^\s"?\\]*)\?[^\s"\\)]+/g, '$1?…')
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, found => (/^(127\.|0\.0\.0\.0$)/.test(found) ? found : '(address)'))
    .replace(/(?<![\w:])[0-9a-f]{1,4}:[0-9a-f:]{2,}(?![\w:])/gi, found => (isIPv6(found) ? '(address)' : found));
}
