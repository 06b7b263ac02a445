import { useState } from 'preact/hooks';
import { snippetOf } from '../../domain/snippet.ts';
import { page } from '../base.ts';
import { t } from '../messages.ts';
import { Copy } from './copy.tsx';
import { CheckField } from './form.tsx';

const OPTIONS = ['dnt', 'outbound', 'downloads', 'hash', 'replace'] as const;

/** The snippet for every page of the website, with the options that change it. */
export function Snippet() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const names = OPTIONS.filter(name => chosen.includes(name));
  return (
    <div class="snippet">
      <Copy text={snippetOf(page, names)} name={t('snippet.code')} />
      <details>
        <summary>{t('common.options')}</summary>
        {OPTIONS.map(name => (
          <CheckField
            key={name}
            label={t(`snippet.${name}`)}
            hint={t(`snippet.${name}.hint`)}
            value={chosen.includes(name)}
            onInput={isOn => setChosen(isOn ? [...chosen, name] : chosen.filter(one => one !== name))}
          />
        ))}
      </details>
    </div>
  );
}
