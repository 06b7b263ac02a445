import { useState } from 'preact/hooks';
import { hostLabel, hostTitle } from '../../domain/host-label.ts';
import { base } from '../base.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { Frame } from '../parts/frame.tsx';
import { WebsiteImportsDocument, type WebsiteImportsQuery } from './__generated__/operations.ts';
import type { Tools } from './choices.tsx';
import { DropZone } from './drop-zone.tsx';
import { ImportCard } from './import-card.tsx';
import { ImportList } from './import-list.tsx';
import { type Import, isDiscarded, isImported, isOpen } from './words.ts';

/** History from other tools: adding it, how far it is, and taking it out again. */
export function ImportsPage({ id }: { readonly id: string }) {
  const { answer, error, reload } = useAnswer(signal => ask(WebsiteImportsDocument, { id }, signal), [id]);
  const website = answer?.website;
  return (
    <Frame here="websites">
      <div class="head">
        <h1>{t('imports.title')}</h1>
        {website && (
          <>
            <a class="button plain-button small" href={`${base}/${website.domain}`}>
              {t('imports.viewStatistics')}
            </a>
            <a class="button plain-button small" href={`${base}/websites/${id}/settings`}>
              {t('common.settings')}
            </a>
          </>
        )}
      </div>
      {website && (
        <p class="hint list-hint" title={hostTitle(website.domain)}>
          {t('imports.about', { domain: hostLabel(website.domain) })}
        </p>
      )}
      {error ? <Fault error={error} retry={reload} /> : null}
      {website && <Imports website={website} tools={answer.importTools} />}
    </Frame>
  );
}

function Imports(props: { readonly website: NonNullable<WebsiteImportsQuery['website']>; readonly tools: Tools }) {
  const { website, tools } = props;
  const [imports, setImports] = useState(website.imports);
  /** What has been open here stays open until it is closed. */
  const [watched, setWatched] = useState(() => new Set(website.imports.filter(isOpen).map(({ id }) => id)));
  const [sent, setSent] = useState('');
  const put = (now: Import) => {
    if (isOpen(now)) setWatched(before => new Set([...before, now.id]));
    setImports(before =>
      before.some(({ id }) => id === now.id) ? before.map(one => (one.id === now.id ? now : one)) : [now, ...before],
    );
  };
  const close = (id: string) => setWatched(before => new Set([...before].filter(one => one !== id)));
  const kept = imports.filter(one => !isDiscarded(one));
  const cards = kept.filter(({ id }) => watched.has(id));
  return (
    <div class="settings">
      {cards.map(one => (
        <ImportCard
          key={one.id}
          site={website}
          tools={tools}
          shown={one}
          isNew={one.id === sent}
          onChange={put}
          onClose={() => close(one.id)}
        />
      ))}
      <DropZone
        website={website.id}
        timezone={website.timezone}
        tools={tools}
        onSent={created => {
          setSent(created.id);
          setWatched(before => new Set([...before, created.id]));
          put(created);
        }}
      />
      <ImportList
        site={website}
        tools={tools}
        imports={kept.filter(one => !watched.has(one.id) || isImported(one))}
        onChange={put}
      />
    </div>
  );
}
