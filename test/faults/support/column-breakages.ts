import { type Breakage, seam } from './seam.ts';

/** What can be missing on the way from rows to columns and to answers. */
export const COLUMN_BREAKAGES = {
  trustfulReader: {
    what: 'a reader that does not compare the checksums of columns',
    async seams() {
      const { Segment } = await import('../../../src/db/columns/segment.ts');
      return [seam(Segment, 'isWhole', () => true)];
    },
  },
  trustfulSums: {
    what: 'a reader that does not compare packed sums with their seals',
    async seams() {
      const { PackedSlices } = await import('../../../src/db/rollups/rollups.ts');
      return [seam(PackedSlices.prototype, 'damaged', () => new Map())];
    },
  },
  sameVersions: {
    what: 'days that keep their versions when their visits change',
    async seams() {
      const { VERSIONS } = await import('../../../src/db/columns/late-days.ts');
      return [seam(VERSIONS, 'next', () => 1)];
    },
  },
} as const satisfies Record<string, Breakage>;
