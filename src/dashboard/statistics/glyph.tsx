import { useEffect, useState } from 'preact/hooks';
import { readAsset } from '../assets.ts';
import type { Glyphs } from '../glyphs.ts';
import type { StatName } from './__generated__/operations.ts';
import { glyphOf, hasGlyphs } from './glyph-of.ts';

declare const __GLYPHS__: string;

interface Props {
  readonly name: StatName;
  readonly value: string;
}

let glyphs: Glyphs | null = null;
let loading: Promise<Glyphs> | null = null;

/** A decorative glyph or flag beside a value, which keeps its place while there is none; nothing where no value has one. */
export function Glyph({ name, value }: Props) {
  return hasGlyphs(name) ? <Drawing name={name} value={value} /> : null;
}

function Drawing({ name, value }: Props) {
  const [, redraw] = useState(glyphs);
  useEffect(() => {
    // They can arrive after this was drawn, but before it is seen.
    if (glyphs) return redraw(glyphs);
    loading ??= readAsset<Glyphs>(__GLYPHS__);
    loading.then(
      drawn => {
        glyphs = drawn;
        redraw(drawn);
      },
      () => {
        // The next list that opens tries again.
        loading = null;
      },
    );
  }, []);
  const glyph = glyphs ? glyphOf(glyphs, name, value) : '';
  const isFlag = /^[A-Z]/.test(glyph);
  return (
    <svg
      class={isFlag ? 'glyph flag' : 'glyph'}
      viewBox={isFlag ? '0 0 512 512' : '0 0 16 16'}
      aria-hidden="true"
      data-glyph={glyph}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the build drew it.
      dangerouslySetInnerHTML={{ __html: glyphs?.svg[glyph] ?? '' }}
    />
  );
}
