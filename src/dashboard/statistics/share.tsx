import { useState } from 'preact/hooks';
import { hostLabel } from '../../domain/host-label.ts';
import { LANGUAGES, type Language } from '../../domain/languages.ts';
import type { MessageKey } from '../../messages/keys.ts';
import { base, page } from '../base.ts';
import { rich, t } from '../messages.ts';
import { Copy } from '../parts/copy.tsx';
import { CheckField, SelectField } from '../parts/form.tsx';
import { DialogButton } from '../parts/overlays.tsx';
import { GROUPS } from '../registry.ts';
import { urlOf } from './url-state.ts';
import { useView } from './view.ts';

const THEMES = ['auto', 'light', 'dark'] as const;

const SECTIONS: readonly (readonly [key: string, label: MessageKey])[] = [
  ['overview', 'share.overview'],
  ...GROUPS.map(({ key }) => [key, `group.${key}`] as const),
  ['goals', 'share.goals'],
  ['paths', 'share.paths'],
];

/** The button for the link to what is shown, and for the code that shows it on another site. */
export function Share() {
  return (
    <DialogButton
      class="control"
      label={t('share.title')}
      title={t('share.website', { domain: hostLabel(page.domain) })}
    >
      {() => <Ways />}
    </DialogButton>
  );
}

function Ways() {
  const { state } = useView();
  const [theme, setTheme] = useState<(typeof THEMES)[number]>('auto');
  const [lang, setLang] = useState<Language | 'auto'>('auto');
  const [left, setLeft] = useState<readonly string[]>([]);
  const [path = '', query] = urlOf(state).split('?');
  const shown = SECTIONS.map(([key]) => key).filter(key => !left.includes(key));
  const sections = left.length === 0 ? '' : `&sections=${shown.join(',')}`;
  const inLanguage = lang === 'auto' ? '' : `&lang=${lang}`;
  const embed = `${path}?embed=1&theme=${theme}${inLanguage}${sections}${query ? `&${query}` : ''}`;
  const tags = { settings: (text: string) => <a href={`${base}/websites/${page.website}/settings`}>{text}</a> };
  return (
    <div class="stack share">
      <h3>{t('share.link')}</h3>
      <p class="hint">{rich('share.who', tags, { privacy: page.privacy })}</p>
      <Copy text={location.origin + urlOf(state)} name={t('share.link')} />
      <h3>{t('share.embed')}</h3>
      {page.privacy !== 'PUBLIC' ? (
        <p class="hint">{rich('share.onlyPublic', tags)}</p>
      ) : (
        <>
          {!page.isEmbeddable && (
            <p class="fault">
              <span>{rich('share.noSite', tags, { setting: t('setting.embedOrigins') })}</span>
            </p>
          )}
          <SelectField
            label={t('share.theme')}
            value={theme}
            onInput={setTheme}
            options={THEMES.map(key => [key, t(`share.theme.${key}`)])}
          />
          <SelectField
            label={t('common.language')}
            value={lang}
            onInput={setLang}
            options={[['auto', t('share.theme.auto')], ...LANGUAGES.map(({ code, name }) => [code, name] as const)]}
          />
          <fieldset class="sections">
            <legend>{t('share.sections')}</legend>
            {SECTIONS.map(([key, label]) => (
              <CheckField
                key={key}
                label={t(label)}
                value={!left.includes(key)}
                onInput={isOn => setLeft(isOn ? left.filter(one => one !== key) : [...left, key])}
              />
            ))}
          </fieldset>
          <Copy text={frameOf(location.origin + embed)} name={t('share.code')} />
          <iframe class="preview" key={embed} src={embed} title={t('share.preview')} />
        </>
      )}
    </div>
  );
}

/** Returns the code that shows a page inside another one. */
function frameOf(src: string): string {
  const title = t('share.frame', { domain: hostLabel(page.domain) });
  const attributes = { src, title, loading: 'lazy', style: 'width:100%;height:900px;border:0' };
  const written = Object.entries(attributes).map(
    ([name, value]) => `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  );
  return `<iframe ${written.join(' ')}></iframe>`;
}
