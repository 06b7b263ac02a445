import { formatAgo, formatInstant } from '../format.ts';
import { ask } from '../graphql.ts';
import { Fault } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { type JobOutcome, JobsDocument } from './__generated__/operations.ts';

const OUTCOMES: Record<JobOutcome, string> = {
  RUNNING: 'running',
  DONE: 'done',
  FAILED: 'failed',
  STOPPED: 'stopped',
  LOST: 'its process died',
};

/** The background jobs of the service with their last and next runs, for admins. */
export function Jobs() {
  const { answer, error, reload } = useAnswer(signal => ask(JobsDocument, {}, signal), []);
  return (
    <section aria-labelledby="jobs">
      <h2 id="jobs">Background jobs</h2>
      <p class="hint">What the service does in the background. Failed runs are logged and retried.</p>
      {error ? <Fault error={error} retry={reload} /> : null}
      {answer && (
        <Table name="List of background jobs" columns={['Job', 'Last run', 'Result', 'Next run']}>
          {answer.jobs.map(({ name, dueAt, failures, lastRun }) => (
            <tr key={name}>
              <th scope="row">{name.replaceAll('-', ' ')}</th>
              <td title={formatInstant(lastRun?.startedAt ?? null)}>{formatAgo(lastRun?.startedAt ?? null)}</td>
              <td>
                {lastRun ? OUTCOMES[lastRun.outcome] : ''}
                {failures > 1 && `, ${failures} times in a row`}
                {lastRun && <span class="hint"> {lastRun.note}</span>}
              </td>
              <td title={formatInstant(dueAt)}>{formatAgo(dueAt)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
