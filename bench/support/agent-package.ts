import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A package of the npm registry: its exact version, and the SHA-512 of its archive. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  readonly sha512: string;
}

const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'footfall-bench');

/**
 * Returns the folder of an unpacked package outside of the repository, downloaded once. Nothing in it is run, and
 * nothing is installed; an archive whose hash differs is refused.
 */
export function fetchPackage({ name, version, sha512 }: PinnedPackage): string {
  const folder = join(CACHE, `${name}-${version}`);
  if (existsSync(folder)) return join(folder, 'package');
  const loading = `${folder}.${process.pid}`;
  mkdirSync(loading, { recursive: true });
  try {
    execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--ignore-scripts', '--pack-destination', loading]);
    const archive = join(loading, `${name}-${version}.tgz`);
    const found = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (found !== sha512) throw new Error(`The archive of ${name}@${version} has the SHA-512 ${found}, not ${sha512}.`);
    execFileSync('tar', ['xzf', archive, '-C', loading]);
    renameSync(loading, folder);
  } finally {
    rmSync(loading, { recursive: true, force: true });
  }
  return join(folder, 'package');
}
