import { base, page } from '../base.ts';
import { ask } from '../graphql.ts';
import { DroppedTable } from '../parts/dropped.tsx';
import { Frame } from '../parts/frame.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Fault } from '../parts/status.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { addDays, todayIn } from '../statistics/days.ts';
import { WebsiteSettingsDocument } from './__generated__/operations.ts';
import { Alerts } from './alerts.tsx';
import { DangerZone } from './danger-zone.tsx';
import { Recipients } from './recipients.tsx';
import { SettingsForm } from './settings-form.tsx';

/** The settings of a website, its recipients, alerts and snippet, the hits that were not counted, and its deletion. */
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
        <h1>{website ? <a href={`${base}/${website.domain}`}>{website.domain}</a> : 'Settings'}</h1>
        {website && (
          <a class="button plain-button small" href={`${base}/${website.domain}`}>
            View statistics
          </a>
        )}
      </div>
      {error ? <Fault error={error} retry={reload} /> : null}
      {website && answer.viewer && (
        <div class="settings">
          {website.warnings.map(({ message, day }) => (
            <p class="fault" key={`${day}${message}`}>
              {message}
            </p>
          ))}
          <SettingsForm website={website} address={answer.viewer.address} onSaved={reload} />
          <Recipients website={website} own={answer.viewer.email} sendsMail={answer.viewer.sendsMail} />
          <Alerts website={website} sendsMail={answer.viewer.sendsMail} />
          <section aria-labelledby="snippet">
            <h2 id="snippet">Snippet</h2>
            <p class="hint">Add this line to every page of the website. It sets no cookies and loads nothing else.</p>
            <Snippet />
          </section>
          <section aria-labelledby="dropped">
            <h2 id="dropped">Hits not counted (last 30 days)</h2>
            <p class="hint">Hits that were left out on purpose, and why.</p>
            <DroppedTable dropped={website.dropped} />
          </section>
          <DangerZone id={website.id} domain={website.domain} />
        </div>
      )}
    </Frame>
  );
}
