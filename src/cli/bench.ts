import { badInput } from '../errors.ts';
import { command, type Program, startProgress, withDatabase } from './command.ts';
import { websiteOption } from './website.ts';

/** `bench load`: puts synthetic hits into the real tables, to show how an installation behaves once it has grown. */
export function register(program: Program): void {
  const group = program.command('bench').description('Measure this installation.');

  command(group, 'load', 'Load synthetic hits for a website that has none yet, straight into the real tables.')
    .requiredOption('--website <domain>', 'the registered website to fill: its domain or id')
    .requiredOption('--hits <number>', 'the approximate number of hits')
    .option('--days <number>', 'the number of days up to today that they cover', '365')
    .option('--pages <number>', 'the number of different pages', '5000')
    .answers(async (options: { website: string; hits: string; days: string; pages: string }) => {
      const { loadOptions, readOptions } = await import('./options.ts');
      const { hits, days, pages } = readOptions(loadOptions, options);
      const [{ loadTraffic }, { foldedWebsites }] = await Promise.all([
        import('../../seeds/load.ts'),
        import('../db/rollups/fold-state.ts'),
      ]);
      const progress = startProgress();
      return withDatabase(async database => {
        const website = await websiteOption(database, options.website);
        const { domain } = website;
        if ((await foldedWebsites(database.dialect)).includes(website.id))
          throw badInput({ website: [`The website ${domain} already has hits; choose one that has none.`] });
        const started = performance.now();
        const stored = await loadTraffic(database, website, {
          hits,
          days,
          pages,
          referrers: 2_000,
          places: 20,
          progress: done => progress.tell(`Loading: ${Math.floor(done * 100)} %`),
        });
        const seconds = (performance.now() - started) / 1000;
        return {
          json: { website: domain, stored, seconds },
          text: `Stored ${stored} hits in ${seconds.toFixed(1)} s.`,
        };
      }).finally(progress.clear);
    });
}
