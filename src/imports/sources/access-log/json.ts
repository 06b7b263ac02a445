import { isObject } from '../../../domain/unknown.ts';
import { cellOf, clientOf, type LogFormat, type LoggedRequest, readRequestLine } from './request.ts';
import { jsonTime } from './times.ts';

type Body = Readonly<Record<string, unknown>>;

const NOT_JSON = 'The line is not valid JSON; it may be cut off.';

/** One JSON object on each line, with the names of nginx's variables, of Matomo's log format, of Caddy or of Traefik. */
export const JSON_LINES: LogFormat = {
  name: 'JSON',
  open: (_, zone) => line => {
    const body = parse(line);
    if (!body) return NOT_JSON;
    if (isObject(body.request)) return ofCaddy(body, body.request, zone);
    return 'RequestMethod' in body || 'DownstreamStatus' in body ? ofTraefik(body, zone) : ofNginx(body, zone);
  },
};

const BYTE = /\\x([0-9a-fA-F]{2})/g;

function parse(line: string): Body | null {
  if (!line.startsWith('{')) return null;
  for (const text of [line, line.replace(BYTE, '\\u00$1')])
    try {
      const value: unknown = JSON.parse(text);
      return isObject(value) ? value : null;
    } catch {
      // Without escape=json, nginx writes bytes as JSON does not know them; they are tried once more.
    }
  return null;
}

const NAMES = {
  time: ['time_iso8601', 'msec', 'time_local', 'timestamp', '@timestamp', 'time', 'date', 'ts'],
  client: ['remote_addr', 'ip', 'client_ip', 'remote_ip', 'client', 'clientip'],
  forwarded: ['http_x_forwarded_for', 'x_forwarded_for'],
  method: ['request_method', 'method'],
  target: ['request_uri', 'path', 'uri', 'url'],
  status: ['status', 'status_code'],
  host: ['http_host', 'host', 'server_name', 'vhost'],
  referrer: ['http_referer', 'referrer', 'referer', 'http_referrer'],
  agent: ['http_user_agent', 'user_agent', 'agent', 'useragent'],
  type: ['sent_http_content_type', 'content_type_sent'],
} as const;

function ofNginx(body: Body, zone: string): LoggedRequest | string {
  const find = (name: keyof typeof NAMES) => NAMES[name].find(key => body[key] !== undefined && body[key] !== '-');
  const cell = (name: keyof typeof NAMES) => textOf(body[find(name) ?? '']);
  const time = jsonTime(body[find('time') ?? ''], zone);
  if (Number.isNaN(time)) return `The line has no time; log one of ${NAMES.time.slice(0, 3).join(', ')}.`;
  const status = Number(cell('status'));
  if (!(status >= 100)) return 'The line has no status.';
  const line = readRequestLine(textOf(body.request));
  const args = cellOf(textOf(body.args ?? body.query_string));
  const target = cell('target') || line.target;
  if (target === '' && textOf(body.request) === '') return 'The line has no request; log request or request_uri.';
  return {
    time,
    client: clientOf(cell('client'), cell('forwarded')),
    // Matomo's own format has no method.
    method: cell('method') || line.method || (body.request === undefined ? 'GET' : ''),
    status,
    host: cell('host'),
    target: args !== '' && !target.includes('?') ? `${target}?${args}` : target,
    referrer: cell('referrer'),
    agent: NAMES.agent.some(key => key in body) ? cell('agent') : null,
    type: cell('type'),
  };
}

function ofCaddy(body: Body, request: Body, zone: string): LoggedRequest | string {
  const time = jsonTime(body.ts ?? body.time, zone);
  if (Number.isNaN(time)) return 'The line has no time; Caddy writes it as ts.';
  const headers = isObject(request.headers) ? request.headers : {};
  const remote = textOf(request.client_ip) || textOf(request.remote_ip);
  // Before version 2.5, the port belonged to the address.
  const address =
    remote ||
    textOf(request.remote_addr)
      .replace(/:\d+$/, '')
      .replace(/^\[|\]$/g, '');
  const sent = isObject(body.resp_headers) ? body.resp_headers : {};
  return {
    time,
    client: clientOf(address, first(headers['X-Forwarded-For'])),
    method: textOf(request.method),
    status: Number(body.status),
    host: textOf(request.host),
    target: textOf(request.uri),
    referrer: first(headers.Referer),
    agent: first(headers['User-Agent']),
    type: first(sent['Content-Type']),
  };
}

function ofTraefik(body: Body, zone: string): LoggedRequest | string {
  const time = jsonTime(body.StartUTC ?? body.StartLocal ?? body.time, zone);
  if (Number.isNaN(time)) return 'The line has no time; Traefik writes it as StartUTC.';
  const agent = body['request_User-Agent'];
  return {
    time,
    client: clientOf(textOf(body.ClientHost), cellOf(textOf(body['request_X-Forwarded-For']))),
    method: textOf(body.RequestMethod),
    status: Number(body.DownstreamStatus ?? body.OriginStatus),
    host: cellOf(textOf(body.RequestHost)),
    target: textOf(body.RequestPath),
    referrer: cellOf(textOf(body.request_Referer)),
    // By default, Traefik leaves headers out.
    agent: agent === undefined ? null : cellOf(textOf(agent)),
    type: cellOf(textOf(body['downstream_Content-Type'])),
  };
}

function first(header: unknown): string {
  return textOf(Array.isArray(header) ? header[0] : header);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? cellOf(value) : typeof value === 'number' ? String(value) : '';
}
