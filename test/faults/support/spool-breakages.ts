import { type Breakage, seam } from './seam.ts';

/** What can be missing on the way of a hit from the collector to the database. */
export const SPOOL_BREAKAGES = {
  hastySpool: {
    what: 'a spool that acknowledges from memory and writes four seconds later',
    async seams() {
      const { Spool } = await import('../../../src/spool/spool.ts');
      const { append } = Spool.prototype;
      return [
        seam(Spool.prototype, 'append', async function (this: typeof Spool.prototype, encoded, hits) {
          // Each hit is delayed separately, or the ones that are due would take newer ones along.
          setTimeout(() => void append.call(this, encoded, hits).catch(() => undefined), 4_000);
        }),
      ];
    },
  },
  sameSpool: {
    what: 'spools that all have the same name',
    async seams() {
      const { Spool } = await import('../../../src/spool/spool.ts');
      return [seam(Spool, 'newId', () => 'spool')];
    },
  },
  anyOwner: {
    what: 'spools and databases that all have the same id',
    async seams() {
      const { FoldLoop } = await import('../../../src/fold/run.ts');
      const { Spool } = await import('../../../src/spool/spool.ts');
      const same = { id: 'same', ownsUnmarked: true };
      const { adopt } = FoldLoop.prototype;
      const { bind } = Spool.prototype;
      return [
        seam(FoldLoop.prototype, 'adopt', function (this: typeof FoldLoop.prototype) {
          return adopt.call(this, same);
        }),
        seam(Spool.prototype, 'bind', function (this: typeof Spool.prototype) {
          return bind.call(this, same);
        }),
      ];
    },
  },
  noAdoption: {
    what: 'gateways that do not adopt the spools of dead processes',
    async seams() {
      const { FoldLoop } = await import('../../../src/fold/run.ts');
      return [seam(FoldLoop.prototype, 'adopt', async () => [])];
    },
  },
  forgetfulFold: {
    what: 'a fold that forgets its position',
    async seams() {
      const { Checkpoint } = await import('../../../src/db/rollups/fold-state.ts');
      return [seam(Checkpoint.prototype, 'read', async () => 0)];
    },
  },
  forgetfulRemoval: {
    what: 'a fold that forgets its position in a spool once it has removed it',
    async seams() {
      const { Checkpoint } = await import('../../../src/db/rollups/fold-state.ts');
      return [
        seam(Checkpoint, 'retire', async (executor, spool) => {
          await executor.run('DELETE FROM checkpoint WHERE spool = ?', [spool]);
        }),
      ];
    },
  },
  impatientFold: {
    what: 'a fold that continues when the database does not accept its hits',
    async seams() {
      const { FoldLoop } = await import('../../../src/fold/run.ts');
      const { LIMITS } = await import('../../../src/fold/work.ts');
      const { fold } = FoldLoop.prototype;
      return [
        seam(FoldLoop.prototype, 'fold', function (this: typeof FoldLoop.prototype, ...order) {
          return fold.apply(this, order).catch(() => undefined);
        }),
        seam(LIMITS, 'statement', 300),
        seam(LIMITS, 'attempts', 1),
      ];
    },
  },
} as const satisfies Record<string, Breakage>;
