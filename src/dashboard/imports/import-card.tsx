import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { base } from '../base.ts';
import { counted, formatCount, formatDay, formatDuration } from '../format.ts';
import { ask } from '../graphql.ts';
import { Form, FormFault, useChange } from '../parts/form.tsx';
import { RepeatDryRunDocument, RunImportDocument, UndoImportDocument } from './__generated__/operations.ts';
import { ChoiceFields, type Tools, variablesOf } from './choices.tsx';
import { LeftOut, Report } from './report.tsx';
import type { Choices } from './upload.ts';
import { rowsDone, useProgress, useSpeed } from './use-progress.ts';
import { daysOf, filesOf, type Import, isRunning } from './words.ts';

/** The website that imports belong to. */
export interface Site {
  readonly id: string;
  readonly domain: string;
  readonly timezone: string;
}

interface CardProps {
  readonly site: Site;
  readonly tools: Tools;
  readonly shown: Import;
  readonly onChange: (now: Import) => void;
  /** Puts a card away whose import is over. */
  readonly onClose: () => void;
}

/** An import that goes on, waits for a decision, or has just ended. */
export function ImportCard(props: CardProps & { readonly isNew: boolean }) {
  const { site, tools, shown, isNew, onChange } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useProgress(site.id, shown, onChange);
  useEffect(() => {
    // What had the focus while the files were sent is gone.
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const onDecided = (now: Import) => {
    onChange(now);
    // The button that had the focus goes.
    heading.current?.focus();
  };
  const label = tools.find(({ source }) => source === shown.source)?.label;
  return (
    <section class="import-card" aria-label={filesOf(shown)}>
      <h2 ref={heading} tabIndex={-1}>
        {label ? `${label}: ` : ''}
        {filesOf(shown)}
      </h2>
      <p role="status">{stageOf(shown)}</p>
      <Body {...props} onChange={onDecided} />
    </section>
  );
}

/** Returns what happens to an import, or what has happened, as a sentence. */
function stageOf({ state, dryRun, counted, error }: Import): string {
  if (state === 'WAITING') return 'Waiting for its turn…';
  if (state === 'READING') return 'Reading the files. Nothing is counted yet.';
  if (state === 'RUNNING') return 'Importing. You can close this page; it goes on.';
  if (state === 'CHECKING') return 'Comparing the result with the files…';
  if (state === 'UNDOING') return dryRun ? 'Removing the files…' : 'Taking everything out again…';
  if (state === 'UNDONE') return 'Taken out again. The statistics are as they were.';
  if (state === 'FAILED') return `Nothing of it counts. ${error ?? ''}`;
  if (!dryRun) return 'Imported. Every total was compared with the files and is equal.';
  return counted === 0 ? 'There is nothing to import; see below.' : 'Ready. Nothing is counted yet.';
}

function Body(props: CardProps) {
  const { shown, site, onClose } = props;
  if (isRunning(shown)) return <Progress {...props} />;
  if (shown.state === 'DONE' && shown.dryRun) return <Decision {...props} />;
  const { from, to, undoNote } = shown;
  return (
    <>
      {shown.state === 'UNDONE' && undoNote && <p>{undoNote}</p>}
      {shown.state === 'DONE' && <Report shown={shown} />}
      <p class="buttons">
        {shown.state === 'DONE' && from && to && (
          <a class="button" href={`${base}/${site.domain}?from=${from}&to=${to}`}>
            See these days
          </a>
        )}
        <button type="button" class="button plain-button" onClick={onClose}>
          Close
        </button>
      </p>
    </>
  );
}

/** How far an import is; it can be stopped, which takes out what it has counted so far. */
function Progress({ shown, onChange }: CardProps) {
  const { state, progress, rows, dryRun } = shown;
  const speed = useSpeed(shown);
  const { run, error } = useChange();
  const stop = () => run(ask(UndoImportDocument, { id: shown.id }), ({ undoImport }) => onChange(undoImport));
  const isKnown = (state === 'READING' || state === 'RUNNING') && rows > 0 && progress > 0;
  return (
    <>
      <progress aria-label={`Progress of ${filesOf(shown)}`} {...(isKnown ? { value: progress, max: 1 } : {})} />
      {isKnown && (
        <p class="hint">
          {state === 'READING' ? counted(rows, 'row') : `${formatCount(rowsDone(shown))} of ${counted(rows, 'row')}`}
          {speed && `, ${formatCount(Math.round(speed.rows))} a second, about ${formatDuration(speed.left)} left`}
        </p>
      )}
      <FormFault error={error} />
      {state !== 'UNDOING' && state !== 'CHECKING' && (
        <p class="buttons">
          <button type="button" class="button small plain-button" onClick={stop}>
            {dryRun ? 'Cancel' : 'Stop, and take it out again'}
          </button>
        </p>
      )}
    </>
  );
}

/** What a dry run has found, and the choice between importing and discarding it. */
function Decision(props: CardProps) {
  const { shown, onChange } = props;
  const { run, state, error } = useChange();
  const { id, rows, counted, leftOut } = shown;
  return (
    <>
      <dl class="facts">
        <Fact name="Days">{daysOf(shown)}</Fact>
        <Fact name="Rows in the files">{formatCount(rows)}</Fact>
        <Fact name="Rows that count">{formatCount(counted)}</Fact>
        <Fact name="Rows left out">{formatCount(leftOut)}</Fact>
      </dl>
      <p class="hint">{meaningOf(shown)}</p>
      <Report shown={shown} />
      <LeftOut shown={shown} />
      <Again {...props} />
      <FormFault error={error} />
      <p class="buttons">
        <button
          type="button"
          class="button"
          disabled={counted === 0 || state === 'busy'}
          onClick={() => run(ask(RunImportDocument, { upload: id }), answer => onChange(answer.createImport))}
        >
          Import
        </button>
        <button
          type="button"
          class="button plain-button"
          disabled={state === 'busy'}
          onClick={() => run(ask(UndoImportDocument, { id }), answer => onChange(answer.undoImport))}
        >
          Discard
        </button>
      </p>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function meaningOf({ kind }: Import): string {
  return kind === 'HITS'
    ? 'The files have single hits. They count like any others: in filters, funnels and journeys, too, as long as hits are kept.'
    : 'The files have sums of each day. They count in totals, lists and the chart, but not under filters, in funnels and in journeys, which need single visits.';
}

/** Returns what the files were read with. */
function choicesOf({ source, timezone, until, mapping }: Import): Choices {
  return {
    source: source?.toLowerCase() ?? '',
    timezone: timezone ?? '',
    until: until ?? '',
    mapping: mapping ?? '',
  };
}

/** Repeats the dry run with other choices, without the files being sent again. */
function Again({ site, tools, shown, onChange }: CardProps) {
  const { until, ownFrom } = shown;
  const [choices, setChoices] = useState<Choices>(() => choicesOf(shown));
  const { run, state, error } = useChange();
  return (
    <details open={shown.asksTimezone === true || undefined}>
      <summary>
        {ownFrom
          ? `Footfall has counted here itself since ${formatDay(ownFrom)}; the import ends ${until ? `on ${formatDay(until)}` : 'with the file'}. Change this`
          : 'Read the files differently'}
      </summary>
      <Form
        class="stack narrow choices-of-import"
        onSubmit={() =>
          run(ask(RepeatDryRunDocument, { upload: shown.id, ...variablesOf(choices) }), answer =>
            onChange(answer.repeatDryRun),
          )
        }
        error={error}
        submit="Read again"
        buttonClass="button small"
        isDisabled={state === 'busy'}
      >
        <ChoiceFields
          tools={tools}
          timezone={site.timezone}
          asksTimezone={shown.asksTimezone}
          choices={choices}
          set={part => setChoices(before => ({ ...before, ...part }))}
          error={error}
        />
      </Form>
    </details>
  );
}
