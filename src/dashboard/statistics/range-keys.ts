import { useRef } from 'preact/hooks';
import { RANGE_PRESETS, type RangePreset } from '../../domain/range.ts';
import { t } from '../messages.ts';
import { useShortcut, useShortcuts } from '../parts/shortcuts.ts';
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
    RANGE_PRESETS.flatMap(preset => {
      const key = PRESET_KEYS[preset];
      return key
        ? [{ key, label: t(`range.${preset}`), run: () => change({ preset, days: null, interval: null }) }]
        : [];
    }),
  );
  useShortcut('ArrowLeft', t('range.earlier'), earlier);
  useShortcut('ArrowRight', t('range.later'), later);
  useShortcut('c', t('compare.onOff'), () =>
    change({ compare: state.compare === null ? (compare.current ?? USUAL) : null }),
  );
}
