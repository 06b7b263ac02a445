import { useState } from 'preact/hooks';
import { snippetOf } from '../../domain/snippet.ts';
import { page } from '../base.ts';
import { Copy } from './copy.tsx';
import { CheckField } from './form.tsx';

const OPTIONS = [
  ['dnt', 'Skip visitors who send Do Not Track or GPC', 'The tracker then sends nothing, not even the pageview.'],
  [
    'outbound',
    'Count clicks on links to other websites',
    'Each click is an event, such as “Outbound link: example.com”.',
  ],
  ['downloads', 'Count downloads', 'Each click on a file, such as a PDF or an archive, is an event.'],
  ['hash', 'Count the part after # as part of the page', 'For applications with their routes after the #.'],
  [
    'replace',
    'Count replaced URLs as pageviews, too',
    'For applications that change routes with history.replaceState.',
  ],
] as const;

/** The snippet for every page of the website, with the options that change it. */
export function Snippet() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const names = OPTIONS.map(([name]) => name).filter(name => chosen.includes(name));
  return (
    <div class="snippet">
      <Copy text={snippetOf(page, names)} name="Snippet code" />
      <details>
        <summary>Options</summary>
        {OPTIONS.map(([name, label, hint]) => (
          <CheckField
            key={name}
            label={label}
            hint={hint}
            value={chosen.includes(name)}
            onInput={isOn => setChosen(isOn ? [...chosen, name] : chosen.filter(one => one !== name))}
          />
        ))}
      </details>
    </div>
  );
}
