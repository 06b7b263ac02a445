import { useState } from 'preact/hooks';
import { base, page } from '../base.ts';
import { Copy } from '../parts/copy.tsx';
import { CheckField, SelectField } from '../parts/form.tsx';
import { DialogButton } from '../parts/overlays.tsx';
import { GROUPS } from '../registry.ts';
import { urlOf } from './url-state.ts';
import { useView } from './view.ts';

const THEMES = [
  ['auto', 'As the device'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

const SECTIONS = [
  ['overview', 'Figures and chart'],
  ...GROUPS.map(({ key, label }) => [key, label] as const),
  ['goals', 'Goals'],
  ['paths', 'Funnels and journeys'],
] as const;

const WHO: Readonly<Record<string, string>> = {
  PUBLIC: 'Everyone who has the link can see the page.',
  PRIVATE: 'Only you can see the page; everyone else gets a 404.',
  PASSWORD: 'Everyone who has the link and the password can see the page.',
};

/** The button for the link to what is shown, and for the code that shows it on another site. */
export function Share() {
  return (
    <DialogButton class="control" label="Share" title={`Share ${page.domain}`}>
      {() => <Ways />}
    </DialogButton>
  );
}

function Ways() {
  const { state } = useView();
  const [theme, setTheme] = useState<'auto' | 'light' | 'dark'>('auto');
  const [left, setLeft] = useState<readonly string[]>([]);
  const [path = '', query] = urlOf(state).split('?');
  const shown = SECTIONS.map(([key]) => key).filter(key => !left.includes(key));
  const sections = left.length === 0 ? '' : `&sections=${shown.join(',')}`;
  const embed = `${path}?embed=1&theme=${theme}${sections}${query ? `&${query}` : ''}`;
  const settings = <a href={`${base}/websites/${page.website}/settings`}>settings</a>;
  return (
    <div class="stack share">
      <h3>Link</h3>
      <p class="hint">
        {WHO[page.privacy]} Change this, or create a share link that can expire, in the {settings}.
      </p>
      <Copy text={location.origin + urlOf(state)} name="Link" />
      <h3>Embed</h3>
      {page.privacy === 'PRIVATE' ? (
        <p class="hint">Other sites can embed only pages that are public. Change the privacy in the {settings}.</p>
      ) : (
        <>
          {!page.isEmbeddable && (
            <p class="fault">
              <span>
                No site may embed this page yet. Add it under “Sites that may embed this page” in the {settings}.
              </span>
            </p>
          )}
          <SelectField label="Colours" value={theme} onInput={setTheme} options={THEMES} />
          <fieldset class="sections">
            <legend>Sections</legend>
            {SECTIONS.map(([key, label]) => (
              <CheckField
                key={key}
                label={label}
                value={!left.includes(key)}
                onInput={isOn => setLeft(isOn ? left.filter(one => one !== key) : [...left, key])}
              />
            ))}
          </fieldset>
          <Copy
            text={`<iframe src="${location.origin}${embed.replaceAll('&', '&amp;')}" title="Statistics of ${page.domain}" loading="lazy" style="width:100%;height:900px;border:0"></iframe>`}
            name="Embed code"
          />
          <iframe class="preview" key={embed} src={embed} title="Preview" />
        </>
      )}
    </div>
  );
}
