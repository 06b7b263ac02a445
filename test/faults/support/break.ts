import { registerHooks } from 'node:module';
import { BREAKAGES, type Breakage, type BreakageName } from './breakages.ts';

/*
 * Loaded before the service by a control: changes files of src as they are loaded by the process, its threads and its
 * workers.
 */

const { changes = [], replace }: Breakage = BREAKAGES[process.env.FAULTS_BREAK as BreakageName];
const source = new URL('../../../src/', import.meta.url);

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const mine = changes.filter(({ file }) => url === new URL(file, source).href);
    if (mine.length === 0) return loaded;
    let text = String(loaded.source);
    for (const { file, from, to } of mine) {
      if (!text.includes(from))
        throw new Error(`src/${file} has changed, so a control no longer applies: the file lacks ${from}`);
      text = text.replaceAll(from, to);
    }
    return { ...loaded, source: text };
  },
});

await replace?.();
