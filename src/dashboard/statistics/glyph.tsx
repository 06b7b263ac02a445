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

/** Milliseconds before glyphs are read again. */
const PAUSE = 5_000;

let glyphs: Glyphs | null = null;
let loading: Promise<Glyphs> | null = null;

/** Reads the glyphs, again while the server cannot be reached. */
function load(): Promise<Glyphs> {
  return readAsset<Glyphs>(__GLYPHS__).catch(() => new Promise(resolve => setTimeout(resolve, PAUSE)).then(load));
}

/** A decorative glyph or flag beside a value, which keeps its place while there is none; nothing where no value has one. */
export function Glyph({ name, value }: Props) {
  return hasGlyphs(name) ? <Drawing name={name} value={value} /> : null;
}

function Drawing({ name, value }: Props) {
  const [, redraw] = useState(glyphs);
  useEffect(() => {
    // They can arrive after this was drawn, but before it is seen.
    if (glyphs) return redraw(glyphs);
    loading ??= load();
    void loading.then(drawn => {
      glyphs = drawn;
      redraw(drawn);
    });
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
