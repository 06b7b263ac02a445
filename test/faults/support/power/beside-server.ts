import type { Outcome, Scene } from '../../fault.ts';
import { isReady, launch, launchReady } from '../gateway.ts';
import type { Random } from '../random.ts';
import { isSyncOf } from './journal.ts';
import { SMALL_FILES } from './lives.ts';
import { Recorder } from './recording.ts';
import { Promises, recover } from './recovery.ts';
import { Sender } from './sender.ts';

interface Cuts {
  readonly cuts: number;
  readonly random: Random;
  readonly ignored?: RegExp | undefined;
}

/**
 * Cuts the power of a machine whose database is on another one, which lives on: each service starts on the DATA_DIR that
 * the cut before has left, collects, and is cut off while it does or after it has stopped.
 */
export async function cutBesideServer(scene: Scene, { cuts, random, ignored }: Cuts): Promise<Outcome> {
  const recorder = new Recorder(scene, await scene.place());
  const { place } = recorder;
  const options = { ...recorder.options, imports: [SMALL_FILES] };
  const promises = new Promises();
  const sender = new Sender(recorder);
  let changes = 0;
  for (let cut = 0; cut < cuts; cut++) {
    const gateway = await (cut === 0 ? launchReady(scene, place, options) : launch(scene, place, options));
    await isReady(gateway);
    await sender.send(gateway, random.below(8));
    if (random.below(4) === 0) await gateway.terminate();
    else {
      const sending = sender.send(gateway, 3);
      await recorder.kill(gateway);
      await sending;
    }
    const { entries, disk } = await recorder.end();
    changes += entries.length;
    const kind = random.of(['strict', 'journal'] as const);
    const played = disk(kind);
    for (const entry of entries) if (!promises.note(entry) && !isSyncOf(ignored, entry)) played.play(entry);
    recorder.replace(folder => played.cut(folder, random));
  }
  const broken = await recover(scene, place, { promises, depth: 'gateway', from: place.dataDir });
  return { broken, figures: { seed: random.seed, changes, cuts } };
}
