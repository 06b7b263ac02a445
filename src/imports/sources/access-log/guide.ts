import type { Guide } from '../../importer.ts';

const NGINX = `log_format footfall escape=json '{"time_iso8601":"$time_iso8601","remote_addr":"$remote_addr","host":"$host",'
  '"request_method":"$request_method","request_uri":"$request_uri","status":"$status","http_referer":"$http_referer",'
  '"http_user_agent":"$http_user_agent","sent_http_content_type":"$sent_http_content_type"}';
access_log /var/log/nginx/footfall.log footfall;`;
const APACHE = `LogFormat "%v:%p %h %l %u %t \\"%r\\" %>s %O \\"%{Referer}i\\" \\"%{User-Agent}i\\"" vhost_combined
CustomLog /var/log/apache2/access.log vhost_combined`;
const TRAEFIK = `accessLog:
  format: json
  fields:
    headers:
      names:
        User-Agent: keep
        Referer: keep`;
const HAPROXY = `option httplog
http-request capture req.hdr(Host) len 100
http-request capture req.hdr(User-Agent) len 300
http-request capture req.hdr(Referer) len 300`;

const FOLLOW = 'footfall import --website example.com --follow /var/log/nginx/access.log';
const UNIT = `[Unit]
Description=Footfall follows the access log
After=footfall.service

[Service]
User=footfall
SupplementaryGroups=adm
WorkingDirectory=/opt/footfall
Environment=NODE_ENV=production DATA_DIR=/var/lib/footfall
EnvironmentFile=-/etc/footfall.env
ExecStart=/opt/footfall/node_modules/.bin/node src/cli.ts import --website example.com --follow /var/log/nginx/access.log
Restart=always
RestartSec=10

[Install]
WantedBy=multi-user.target`;

const block = (code: string) => `\n\n\`\`\`\n${code}\n\`\`\`\n`;

export const GUIDE: Guide = {
  get: `Take the logs that the server writes, also packed as \`.gz\`, \`.bz2\` or \`.zst\`, and all of a rotation at once: on the server, \`footfall import --website example.com /var/log/nginx\` reads a whole folder, the oldest first. Each file is recognised by its lines:

- Common and Combined, with a virtual host in front or behind; Apache writes it with ${block(APACHE)}
- nginx's JSON, with the names of its variables or those of Matomo's format; pages are recognised better by the content type than by their endings: ${block(NGINX)}
- Caddy's JSON
- Traefik, its common format and its JSON, which has user agents only with ${block(TRAEFIK)}
- HAProxy's HTTP format, which has hosts, user agents and referrers only with ${block(HAPROXY)}
- CloudFront's standard logs, and IIS's W3C format; a head \`#Fields:\` can stand anywhere. Times without a date begin on the day of the line \`#Date:\`, and go on with the next where they start over; a whole day without a line is not noticed

A log without hosts is taken for one of this website alone. Times without an offset, as HAProxy writes them, are those of \`timezone\`.
When clocks are set back, an hour exists twice; such times count in the first one.

A log can also be followed while it is written, in place of the tracker or for what it does not see: ${block(FOLLOW)}
It counts what the log already has, from its beginning on or behind the last line that an import has, and then every line within about a second, until it gets SIGTERM. Each line counts exactly once,
also when it is stopped or killed: the position is stored together with the hits. A rotation by renaming or by \`copytruncate\` is noticed, also one
that happened meanwhile, as long as the rotated file is in the same folder and not packed (\`delaycompress\` of logrotate). A log is
recognised by its first request, not by its name. These are ordinary hits of the website: they are no import and cannot be undone, and the history of the days before can be
imported afterwards. An import of a log that was followed leaves out the lines that were counted then (\`followed\`), and while one is running,
following waits. When an import that the follower began behind is undone, import the log again. A unit of systemd keeps it running; the user needs to read the log: ${block(UNIT)}`,
  names: [
    ['time', 'the time of the pageview'],
    [
      'address and user agent',
      'the visitor of that day, the place, the browser, the system and the device; they are not stored',
    ],
    ['host', 'the host; requests for hosts that are not those of the website are left out'],
    ['path and query', 'the page, and campaigns'],
    ['referrer', 'the referrer, the source and the channel'],
    [
      'user agent of a crawler with a name',
      '`crawler` and `crawled_page`, and nothing else; see [Crawlers](crawlers.md)',
    ],
  ],
  leftOut:
    'Only `GET` requests of pages that were answered with 2xx or 304 count. Everything else is left out and counted by reason: `other_method`, `redirect`, `failed_request`, `no_page` (by the content type if it is logged, otherwise by the ending: images, styles, scripts, fonts, downloads, feeds, data, `/.well-known/`), `bot` (robots without a name by the user agent, also if the website counts robots; a log without user agents cannot tell them), `unknown_website` (another host), `excluded_ip`, and `followed`. The address of a proxy in a private network gives way to the first one in `X-Forwarded-For`, if that is logged.',
};
