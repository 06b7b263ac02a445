import { useRef } from 'preact/hooks';
import type { RangePreset } from '../../domain/range.ts';
import { useShortcut, useShortcuts } from '../parts/shortcuts.ts';
import { PRESETS } from './days.ts';
import { USUAL } from './state.ts';
import { useView } from './view.ts';

/** The ranges that have a key. */
export const PRESET_KEYS: { readonly [preset in RangePreset]?: string } = {
  TODAY: 'd',
  YESTERDAY: 'e',
  THIS_WEEK: 'w',
  THIS_MONTH: 'm',
  THIS_YEAR: 'y',
  ALL: 'a',
};

/** The keys of the ranges, of earlier and later days, and of the comparison. */
export function useRangeKeys(earlier: (() => void) | null, later: (() => void) | null): void {
  const { state, change } = useView();
  const compare = useRef(state.compare);
  if (state.compare !== null) compare.current = state.compare;
  useShortcuts(
    PRESETS.flatMap(([preset, label]) => {
      const key = PRESET_KEYS[preset];
      return key ? [{ key, label, run: () => change({ preset, days: null, interval: null }) }] : [];
    }),
  );
  useShortcut('ArrowLeft', 'Earlier days', earlier);
  useShortcut('ArrowRight', 'Later days', later);
  useShortcut('c', 'Compare on or off', () =>
    change({ compare: state.compare === null ? (compare.current ?? USUAL) : null }),
  );
}
