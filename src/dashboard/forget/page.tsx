import { useEffect, useState } from 'preact/hooks';
import { hostLabel, hostTitle } from '../../domain/host-label.ts';
import { base } from '../base.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { Frame } from '../parts/frame.tsx';
import { ForgetPageDocument, ForgetsDocument } from './__generated__/operations.ts';
import { ChoiceForm } from './choice-form.tsx';
import { ForgetCard, ForgetList } from './forget-list.tsx';
import type { Forget, Site } from './words.ts';

/** Milliseconds between two questions about how far it is. */
const PAUSE = 1_000;

/** Visits that should never have come: choosing them, looking at how many they are, and removing them. */
export function ForgetPage({ id }: { readonly id: string }) {
  const { answer, error, reload } = useAnswer(signal => ask(ForgetPageDocument, { id }, signal), [id]);
  const website = answer?.website;
  return (
    <Frame here="websites">
      <div class="head">
        <h1>{t('forget.title')}</h1>
        {website && (
          <>
            <a class="button plain-button small" href={`${base}/${website.domain}`}>
              {t('websites.viewStatistics')}
            </a>
            <a class="button plain-button small" href={`${base}/websites/${id}/settings`}>
              {t('common.settings')}
            </a>
          </>
        )}
      </div>
      {website && (
        <p class="hint list-hint" title={hostTitle(website.domain)}>
          {t('forget.about', { domain: hostLabel(website.domain) })}
        </p>
      )}
      {error ? <Fault error={error} retry={reload} /> : null}
      {website && <Forgetting site={website} />}
    </Frame>
  );
}

function Forgetting({ site }: { readonly site: Site }) {
  const [forgets, setForgets] = useState<readonly Forget[]>(site.forgets);
  /** What was not done when the page was opened, or was begun on it, keeps its card. */
  const [watched, setWatched] = useState(() => new Set(site.forgets.filter(isRunning).map(({ id }) => id)));
  const [begun, setBegun] = useState('');
  const running = forgets.some(isRunning);
  useEffect(() => {
    if (!running) return;
    const stop = new AbortController();
    const timer = setInterval(
      () =>
        ask(ForgetsDocument, { id: site.id }, stop.signal).then(
          ({ website }) => website && setForgets(website.forgets),
          () => undefined,
        ),
      PAUSE,
    );
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [running, site.id]);
  const onBegun = (forget: Forget) => {
    setForgets(before => [forget, ...before]);
    setWatched(before => new Set([...before, forget.id]));
    setBegun(forget.id);
  };
  return (
    <div class="settings">
      {forgets
        .filter(({ id }) => watched.has(id))
        .map(forget => (
          <ForgetCard key={forget.id} site={site} forget={forget} isNew={forget.id === begun} />
        ))}
      <ChoiceForm site={site} onBegun={onBegun} />
      {forgets.length === 0 || forgets.length > watched.size ? (
        <ForgetList site={site} forgets={forgets.filter(({ id }) => !watched.has(id))} />
      ) : null}
    </div>
  );
}

function isRunning({ state }: Forget): boolean {
  return state === 'RUNNING';
}
