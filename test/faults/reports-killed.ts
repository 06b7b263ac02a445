import { killReports } from '../support/killed-reports.ts';
import type { Fault, Outcome, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';

const BREAK = new URL('./support/break.ts', import.meta.url).href;

/** A control kills only where the broken sender fails. */
async function run(scene: Scene, kills: number, broken?: BreakageName): Promise<Outcome> {
  const place = await scene.place();
  const breaking = broken ? { env: { FAULTS_BREAK: broken }, execArgv: ['--import', BREAK], onceAccepted: true } : {};
  const figures = await killReports(place, kills, breaking);
  const { reports, twice, lost, inDoubt, sent } = figures;
  const sentences: string[] = [];
  if (twice > 0) sentences.push(`${twice} reports were sent twice.`);
  if (lost > inDoubt) sentences.push(`${lost - inDoubt} reports were lost without a trace.`);
  if (sent + inDoubt !== reports) sentences.push(`${reports - sent - inDoubt} reports are neither sent nor in doubt.`);
  return { broken: sentences, figures: { ...figures } };
}

export const reportsKilled: Fault = {
  name: 'reports-killed',
  promise:
    'kill -9 of two sending processes at any moment: no report is sent twice, and none is lost without being recorded as in doubt',
  engines: ['SQLite', 'MariaDB'],
  shortOn: 'MariaDB',
  // The tests also kill, in test/reports/exactly-once.test.ts.
  run: scene => run(scene, scene.short ? 4 : 100),
  control: {
    with: 'forgetfulSender',
    shows: /sent twice/,
    run: (scene, broken) => run(scene, 2, broken),
  },
};
