/** The latest versions of the demo's browsers and systems; most visitors have one of them, some an older one. */
const LATEST: Readonly<Record<string, number>> = {
  Chrome: 144,
  Edge: 144,
  Firefox: 146,
  Opera: 125,
  Safari: 26,
  'Samsung Internet': 29,
  Android: 16,
  iOS: 26,
};

/** Returns a browser or system with a version, as the statistics store it. `age` is from 0 to 1. */
export function versionOf(name: string, age: number): string {
  if (name === 'Windows') return 'Windows 10/11';
  const latest = LATEST[name];
  return latest === undefined ? name : `${name} ${latest - Math.floor(3 * age ** 3)}`;
}
