import { useLayoutEffect, useState } from 'preact/hooks';
import { hostLabel, hostTitle } from '../../domain/host-label.ts';
import { base, page } from '../base.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { Fault, useAnswer } from '../parts/answer.tsx';
import { Form, TextField, useChange } from '../parts/form.tsx';
import { Frame } from '../parts/frame.tsx';
import { DialogButton } from '../parts/overlays.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { addDays, todayIn } from '../statistics/days.ts';
import { DeleteWebsiteDocument, WebsiteSettingsDocument } from './__generated__/operations.ts';
import { Alerts } from './alerts.tsx';
import { AuditLog } from './audit-log.tsx';
import { DroppedTable } from './dropped-table.tsx';
import { Recipients } from './reports.tsx';
import { SettingsForm } from './settings-form.tsx';
import { Shares } from './shares.tsx';

/** The settings of a website, its share links, recipients, alerts and snippet, links to its imports and to forgetting, the hits that were not counted, and its deletion. */
export function SettingsPage({ id }: { readonly id: string }) {
  const { answer, error, reload } = useAnswer(
    signal => {
      const to = addDays(todayIn(page.timezone), 1);
      return ask(WebsiteSettingsDocument, { id, from: addDays(to, -30), to }, signal);
    },
    [id],
  );
  const website = answer?.website;
  return (
    <Frame here="websites">
      <div class="head">
        <h1>
          {website ? (
            <a href={`${base}/${website.domain}`} title={hostTitle(website.domain)}>
              {hostLabel(website.domain)}
            </a>
          ) : (
            t('common.settings')
          )}
        </h1>
        {website && (
          <a class="button plain-button small" href={`${base}/${website.domain}`}>
            {t('websites.viewStatistics')}
          </a>
        )}
      </div>
      {error ? <Fault error={error} retry={reload} /> : null}
      {website && answer.viewer && (
        <div class="settings">
          <Contents />
          {website.warnings.map(({ message, day }) => (
            <p class="fault" key={`${day}${message}`}>
              {message}
            </p>
          ))}
          <SettingsForm website={website} ip={answer.viewer.address} onSaved={reload} />
          <Shares website={website} />
          <Recipients website={website} own={answer.viewer.email} sendsMail={answer.viewer.sendsMail} />
          <Alerts website={website} sendsMail={answer.viewer.sendsMail} />
          <section aria-labelledby="snippet">
            <h2 id="snippet">{t('settings.snippet')}</h2>
            <p class="hint">{t('settings.snippetAbout')}</p>
            <Snippet />
          </section>
          <section aria-labelledby="history">
            <h2 id="history">{t('settings.history')}</h2>
            <p class="hint">{t('settings.historyAbout')}</p>
            <a class="button small plain-button" href={`${base}/websites/${website.id}/imports`}>
              {t('settings.history')}
            </a>
          </section>
          <section aria-labelledby="forget">
            <h2 id="forget">{t('forget.title')}</h2>
            <p class="hint">{t('settings.forgetAbout')}</p>
            <a class="button small plain-button" href={`${base}/websites/${website.id}/forget`}>
              {t('forget.title')}
            </a>
          </section>
          <section aria-labelledby="dropped">
            <h2 id="dropped">{t('settings.dropped')}</h2>
            <p class="hint">{t('settings.droppedAbout')}</p>
            <DroppedTable dropped={website.dropped} />
          </section>
          <AuditLog id={website.id} />
          <DangerZone id={website.id} domain={website.domain} />
        </div>
      )}
    </Frame>
  );
}

/** The sections below, each with a URL of its own. */
function Contents() {
  const [sections, setSections] = useState<readonly HTMLElement[]>([]);
  // Before the next paint, so that nothing below moves.
  useLayoutEffect(() => {
    setSections([...document.querySelectorAll<HTMLElement>('section > h2[id]')]);
    // The sections come later than the page that the browser looked for them on.
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <nav class="contents" aria-label={t('settings.sections')}>
      {sections.map(({ id, textContent }) => (
        <a key={id} href={`#${id}`}>
          {textContent}
        </a>
      ))}
    </nav>
  );
}

/** Deletes the website after the owner has typed its domain, encoded or in its own letters. */
function DangerZone({ id, domain }: { readonly id: string; readonly domain: string }) {
  const [typed, setTyped] = useState('');
  const { run, error } = useChange();
  const name = hostLabel(domain);
  return (
    <section class="danger-zone" aria-labelledby="danger" title={name === domain ? undefined : hostTitle(domain)}>
      <h2 id="danger">{t('settings.delete')}</h2>
      <p class="hint">{t('settings.deleteAbout')}</p>
      <DialogButton
        class="button danger"
        label={t('settings.deleteOne', { domain: name })}
        title={t('common.deleteQuestion', { name })}
      >
        {close => (
          <Form
            onSubmit={() => run(ask(DeleteWebsiteDocument, { id }), () => location.assign(`${base}/websites`))}
            error={error}
            submit={t('settings.deleteForGood')}
            buttonClass="button danger"
            isDisabled={typed !== domain && typed.normalize() !== name}
            beside={
              <button type="button" class="button plain-button" onClick={close}>
                {t('common.cancel')}
              </button>
            }
          >
            <TextField
              label={t('settings.deleteConfirm', { domain: name })}
              value={typed}
              onInput={setTyped}
              hint={t('settings.deleteHint')}
            />
          </Form>
        )}
      </DialogButton>
    </section>
  );
}
