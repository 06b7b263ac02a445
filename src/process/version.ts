import { existsSync, readFileSync } from 'node:fs';

/** Beside src in a checkout; in a package src lies in build, where no package.json is. */
const PLACES = ['../../package.json', '../../../package.json'].map(path => new URL(path, import.meta.url));

/** Which release this is, such as `1.2.3`. */
export const VERSION: string = readVersion();

function readVersion(): string {
  const manifest = PLACES.find(place => existsSync(place));
  if (!manifest) throw new Error('The package.json of Footfall is missing; install it again.');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
