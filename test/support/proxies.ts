import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { find, missing, nginx } from './programs.ts';

interface Ports {
  readonly proxy: number;
  readonly service: number;
}

/** A proxy with its example from deploy/, reduced to what runs without certificates and special rights. */
export interface Proxy {
  readonly name: string;
  readonly skip: string | false;
  /** Returns the example for these ports; the proxy writes its files to `folder`. */
  config(example: string, ports: Ports, folder: string): string;
  readonly example: string;
  start(file: string, folder: string): ChildProcess;
}

/** Replaces a text that must exist, so that a test fails when the example has changed. */
function replaced(text: string, ...changes: readonly (readonly [RegExp, string])[]): string {
  for (const [what, by] of changes) {
    assert.match(text, what);
    text = text.replace(what, by);
  }
  return text;
}

const toService = ({ service }: Ports) => [/127\.0\.0\.1:4000/g, `127.0.0.1:${service}`] as const;

const nginxProxy = {
  skip: missing(nginx),
  example: 'nginx.conf',
  start: (file: string) => spawn(nginx.path ?? '', ['-c', file, '-g', 'daemon off;'], { stdio: 'ignore' }),
};

function nginxConfig(example: string, ports: Ports, folder: string): string {
  const server = replaced(
    example,
    toService(ports),
    [/listen 443 ssl;/, `listen 127.0.0.1:${ports.proxy};`],
    [/ssl_certificate .*\n\s*ssl_certificate_key .*\n/, ''],
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
access_log off;
${temporary.map(what => `${what}_temp_path ${folder}/${what};`).join('\n')}
${server}
}`;
}

/** The proxies whose examples are tested. */
export const PROXIES: readonly Proxy[] = [
  { ...nginxProxy, name: 'nginx, which leaves the path', config: nginxConfig },
  {
    ...nginxProxy,
    name: 'nginx, which takes the path off',
    config: (...given) =>
      replaced(
        nginxConfig(...given),
        [/location ~ \^\/stats\(\/\|\$\) \{/, 'location /stats/ {'],
        [/proxy_pass http:\/\/footfall;/, 'proxy_pass http://footfall/;'],
      ),
  },
  {
    name: 'Caddy',
    skip: find('caddy') ? false : 'Caddy is not installed; get it with: apt-get install caddy',
    example: 'Caddyfile',
    config: (example, ports) =>
      `{\n\tadmin off\n\tauto_https off\n}\n${replaced(example, toService(ports), [
        /^www\.example\.com \{/m,
        `http://127.0.0.1:${ports.proxy} {`,
      ])}`,
    start: (file, folder) =>
      spawn(find('caddy') ?? '', ['run', '--config', file, '--adapter', 'caddyfile'], {
        stdio: 'ignore',
        env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      }),
  },
  {
    name: 'Apache',
    skip: find('apache2') ? false : 'Apache is not installed; get it with: apt-get install apache2',
    example: 'apache.conf',
    config: (example, ports, folder) =>
      `ServerName localhost
PidFile ${folder}/pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/error.log
Listen 127.0.0.1:${ports.proxy}
User nobody
Group nogroup
${['mpm_event', 'authz_core', 'proxy', 'proxy_http']
  .map(name => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
  .join('\n')}
${replaced(
  example,
  toService(ports),
  [/<VirtualHost \*:443>/, `<VirtualHost 127.0.0.1:${ports.proxy}>`],
  [/SSLEngine on\n\s*SSLCertificateFile .*\n\s*SSLCertificateKeyFile .*\n/, ''],
)}`,
    start: file => spawn(find('apache2') ?? '', ['-f', file, '-D', 'FOREGROUND'], { stdio: 'ignore' }),
  },
];
