import { useState } from 'preact/hooks';
import { page } from '../base.ts';
import { Copy } from './copy.tsx';
import { CheckField } from './field.tsx';

const OPTIONS = [
  [
    'dnt',
    'Stay silent for visitors who ask not to be tracked',
    'When their browser sends Do Not Track or Global Privacy Control, nothing is sent at all.',
  ],
  ['outbound', 'Count clicks on links to other websites', 'Each is an event, such as “Outbound link: example.com”.'],
  ['downloads', 'Count downloads', 'A click on a file, such as a PDF or an archive, is an event.'],
  ['hash', 'The part after # belongs to the page', 'For applications that keep their routes behind #.'],
  [
    'replace',
    'Replaced addresses are pageviews, too',
    'For applications that change routes with history.replaceState.',
  ],
] as const;

/** What goes into every page of the website, with the options that change it. */
export function Snippet() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const attributes = OPTIONS.flatMap(([name]) => (chosen.includes(name) ? [` data-${name}="true"`] : []));
  const host = page.publicUrl;
  // The tracker only has to be told when the collector has a name of its own.
  const api = page.collector === '/api/event' ? '' : ` data-api="${page.collector}"`;
  const text = `<script data-host="${host}"${api}${attributes.join('')} src="${host}${page.tracker}" async defer></script>`;
  return (
    <div class="snippet">
      <Copy text={text} name="Text of the snippet" />
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
