import { existsSync, readFileSync } from 'node:fs';

/** Beside src in a checkout; a package has src inside build, which has no package.json. */
const PLACES = ['../../package.json', '../../../package.json'].map(path => new URL(path, import.meta.url));

/** The release, such as `1.2.3`. */
export const VERSION: string = readVersion();

function readVersion(): string {
  const manifest = PLACES.find(place => existsSync(place));
  if (!manifest) throw new Error('The package.json of Footfall is missing; install it again.');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
