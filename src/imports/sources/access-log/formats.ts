import { COMMON } from './common.ts';
import { HAPROXY } from './haproxy.ts';
import { JSON_LINES } from './json.ts';
import type { LogFormat, ReadLine } from './request.ts';
import { W3C } from './w3c.ts';

/** Every format of access logs, the more specific first. */
const FORMATS: readonly LogFormat[] = [JSON_LINES, W3C, HAPROXY, COMMON];

/** A format is recognised by as many lines. */
const SAMPLE = 50;

/** Returns whether a sample has as many lines as are looked at. */
export function isSampled(sample: readonly string[]): boolean {
  return sample.length >= SAMPLE;
}

/** Returns the lines by which a log is recognised. */
export function sampleOf(lines: readonly string[]): string[] {
  const sample: string[] = [];
  for (const line of lines) {
    if (line === '') continue;
    if (sample.push(line) === SAMPLE) break;
  }
  return sample;
}

/** Returns true if times of these lines have no offset, so that they depend on the zone they are read with. */
export function asksZone(sample: readonly string[]): boolean {
  const format = formatOf(sample);
  if (format === null) return false;
  const [here, elsewhere] = [format.open(sample, 'UTC'), format.open(sample, 'Asia/Tokyo')];
  return sample.some(line => timeOf(here(line)) !== timeOf(elsewhere(line)));
}

function timeOf(request: ReturnType<ReadLine>): number | null {
  return request === null || typeof request === 'string' ? null : request.time;
}

/** Returns the format that at least half of these lines have; null for lines that are no access log. */
export function formatOf(sample: readonly string[]): LogFormat | null {
  for (const format of FORMATS) {
    const read = format.open(sample, 'UTC');
    let requests = 0;
    let faults = 0;
    for (const line of sample) {
      const request = read(line);
      if (typeof request === 'string') faults++;
      else if (request) requests++;
    }
    if (requests > 0 && requests >= faults) return format;
    // A log in which nothing happened has a head only.
    if (faults === 0 && sample.some(line => line.startsWith('#Fields:'))) return format;
  }
  return null;
}
