import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scene } from '../fault.ts';

/**
 * The sources of the first release, because a clone need not have its commit: `git archive 4d3311c package.json src`,
 * without the sources of the tracker and of the dashboard.
 */
const ARCHIVE = fileURLToPath(new URL('./first-release.tar.gz', import.meta.url));
const ROOT = resolve(import.meta.dirname, '../../..');

/** Unpacks the first release until the scene is over; it uses the packages and the built files of this one. */
export function unpackFirstRelease(scene: Scene): string {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-first-release-'));
  scene.later(async () => rmSync(folder, { recursive: true, force: true }));
  execFileSync('tar', ['xzf', ARCHIVE, '-C', folder]);
  for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(folder, name));
  return folder;
}

export interface CommandEnded {
  /** The exit code, or the signal. */
  readonly end: number | string;
  readonly said: string;
}

/** Runs a command of the release in `folder`, by default this one; `imports` are modules to load before it. */
export async function runCommand(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  { folder = ROOT, imports = [] }: { readonly folder?: string; readonly imports?: readonly string[] } = {},
): Promise<CommandEnded> {
  const loaded = imports.flatMap(module => ['--import', module]);
  const child = spawn(process.execPath, [...loaded, join(folder, 'src/cli.ts'), ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (said += part));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { end: code ?? signal ?? 'unknown', said };
}
