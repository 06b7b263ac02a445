import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { find } from '../../support/programs.ts';

/** A real HAProxy with a port for each gateway. */
export interface Proxy {
  /** `ports[n]` leads to the nth node and, while that is unavailable, to the next one. */
  readonly ports: readonly number[];
  stop(): Promise<void>;
}

/** Starts HAProxy in front of servers on these ports of the loopback address, with its configuration in `folder`. */
export async function startHaproxy(folder: string, servers: readonly number[]): Promise<Proxy> {
  const ports: number[] = [];
  const parts: string[] = [];
  for (const first of servers.keys()) {
    const port = await freePort();
    ports.push(port);
    const inOrder = servers.map((_, index) => (first + index) % servers.length);
    parts.push(`listen gateway${first + 1}
  bind 127.0.0.1:${port}
${inOrder.map((server, rank) => `  server node${server + 1} 127.0.0.1:${servers[server]}${rank === 0 ? ' on-marked-up shutdown-backup-sessions' : ' backup'}`).join('\n')}`);
  }
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(
    path,
    `global
  maxconn 400
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  default-server check inter 500ms fall 2 rise 2 on-marked-down shutdown-sessions
${parts.join('\n')}
`,
  );
  const child: ChildProcess = spawn(find('haproxy') ?? 'haproxy', ['-db', '-f', path], { stdio: 'ignore' });
  return {
    ports,
    async stop() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
