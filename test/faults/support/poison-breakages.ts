import { type Breakage, named, seam } from './seam.ts';

/** What can be missing where invented hits are kept from owning the numbers. */
export const POISON_BREAKAGES = {
  credulousService: {
    what: 'a service without shares, reserves, bounds and shields, whose forgetting leaves a visit of each group',
    async seams() {
      const { STEPS } = await import('../../../src/collect/steps.ts');
      const { ENGAGED } = await import('../../../src/counting/visit.ts');
      const { parseAmount } = await import('../../../src/domain/amount.ts');
      const { Shares } = await import('../../../src/fold/shares.ts');
      const { UnitBound } = await import('../../../src/fold/units.ts');
      const { Matcher } = await import('../../../src/forget/matcher.ts');
      const { Seats } = await import('../../../src/stats/seats.ts');
      const { Witnesses } = await import('../../../src/fold/witnesses.ts');
      const referrer = named(STEPS, 'referrer');
      const { run } = referrer;
      const { visits } = Matcher.prototype;
      return [
        seam(Shares.prototype, 'admits', () => true),
        seam(Witnesses.prototype, 'isShared', () => false),
        seam(UnitBound.prototype, 'admit', () => true),
        seam(Seats.prototype, 'take', () => () => undefined),
        seam(ENGAGED, 'beyond', ENGAGED.most),
        seam(named(STEPS, 'host'), 'run', () => undefined),
        seam(referrer, 'run', (draft, world) => {
          run(draft, world);
          return undefined;
        }),
        seam(named(STEPS, 'amount'), 'run', draft => {
          draft.amount = parseAmount(draft.raw.event?.value);
          return undefined;
        }),
        seam(Matcher.prototype, 'visits', function (this: typeof Matcher.prototype, part, keys) {
          return visits.call(this, part, keys).slice(1);
        }),
      ];
    },
  },
} as const satisfies Record<string, Breakage>;
