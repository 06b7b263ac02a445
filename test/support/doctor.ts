import assert from 'node:assert/strict';
import { footfall } from './command-line.ts';

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly text: string;
  readonly fix: string | null;
}

/** Returns the findings for this environment, after checking that the exit code fits them. */
export async function doctor(env: Record<string, string>): Promise<Finding[]> {
  const { code, out, err } = await footfall('doctor --json', env);
  assert.equal(err, '');
  const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: Finding[] };
  assert.equal(code, ok ? 0 : 1);
  assert.equal(
    ok,
    findings.every(({ state }) => state !== 'fail'),
  );
  for (const { state, text, fix } of findings) {
    assert.match(text, /\.$/);
    assert.equal(fix === null, state === 'ok', text);
  }
  return findings;
}

/** Asserts that there is such a finding. */
export function has(found: readonly Finding[], state: string, check: string, text: RegExp): void {
  const told = found.map(each => `${each.state} ${each.check} ${each.text}`);
  assert.ok(
    found.some(each => each.state === state && each.check === check && text.test(each.text)),
    `${state} ${check} ${text} in\n${told.join('\n')}`,
  );
}
