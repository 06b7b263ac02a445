import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { nginx } from '../../support/programs.ts';
import { NotHere, type Scene } from '../fault.ts';
import { status, until } from './gateway.ts';

/** nginx in front of one gateway, which another one can replace. */
export class SwitchableProxy {
  readonly port: number;
  readonly #config: string;
  readonly #child: ChildProcess;

  /** Starts it in front of the gateway on that port; it is stopped when the scene is over. */
  static async start(scene: Scene, service: number): Promise<SwitchableProxy> {
    if (nginx.path === null) throw new NotHere(`nginx is missing; get it with: ${nginx.install}`);
    const folder = mkdtempSync(join(tmpdir(), 'footfall-proxy-'));
    const config = join(folder, 'nginx.conf');
    const port = await freePort();
    writeFileSync(config, configOf(folder, port, service));
    const child = spawn(nginx.path, ['-c', config, '-g', 'daemon off;'], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    scene.later(async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    });
    await until(async () => (await status(`http://127.0.0.1:${port}/healthz`)) === 200, 'nginx passes requests on');
    return new SwitchableProxy(port, config, child);
  }

  private constructor(port: number, config: string, child: ChildProcess) {
    this.port = port;
    this.#config = config;
    this.#child = child;
  }

  /** Passes requests to another gateway from now on; resolves when no request can reach the one before. */
  async switchTo(service: number): Promise<void> {
    const before = this.#workers();
    const text = readFileSync(this.#config, 'utf8');
    writeFileSync(this.#config, text.replace(/server 127\.0\.0\.1:\d+;/, `server 127.0.0.1:${service};`));
    this.#child.kill('SIGHUP');
    await until(async () => {
      const now = this.#workers();
      return now.length > 0 && !now.some(pid => before.includes(pid));
    }, 'the workers of nginx are replaced');
  }

  #workers(): string[] {
    const { pid } = this.#child;
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  }
}

/**
 * A connection that nginx closes while it is idle may be used by its client at that moment. Browsers repeat such a
 * request; the senders here do not, so each of their requests has a connection of its own.
 */
function configOf(folder: string, port: number, service: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
access_log off;
keepalive_timeout 0;
${temporary.map(what => `${what}_temp_path ${folder}/${what};`).join('\n')}
upstream footfall { server 127.0.0.1:${service}; }
server { listen 127.0.0.1:${port} backlog=2048; location / { proxy_pass http://footfall; proxy_next_upstream off; } }
}`;
}
