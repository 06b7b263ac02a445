import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { base } from '../base.ts';
import { formatCount, formatDay, formatDuration } from '../format.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { pressable } from '../parts/focus.ts';
import { Form, FormFault, useChange } from '../parts/form.tsx';
import { RepeatDryRunDocument, RunImportDocument, UndoImportDocument } from './__generated__/operations.ts';
import { ChoiceFields, labelOfTool, type Tools, variablesOf } from './choices.tsx';
import { LeftOut, Report } from './report.tsx';
import type { Choices } from './upload.ts';
import { rowsDone, type Speed, useProgress, useSpeed } from './use-progress.ts';
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
  const label = labelOfTool(tools, shown.source);
  return (
    <article class="import-card" aria-label={filesOf(shown)}>
      <h2 ref={heading} tabIndex={-1}>
        {label ? t('imports.heading', { tool: label, files: filesOf(shown) }) : filesOf(shown)}
      </h2>
      <p role="status">{stageOf(shown)}</p>
      <Body {...props} onChange={onDecided} />
    </article>
  );
}

/** Returns what happens to an import, or what has happened, as a sentence. */
function stageOf({ state, dryRun, counted, error }: Import): string {
  if (state === 'WAITING') return t('imports.stage.waiting');
  if (state === 'READING') return t('imports.stage.reading');
  if (state === 'RUNNING') return t('imports.stage.running');
  if (state === 'CHECKING') return t('imports.stage.checking');
  if (state === 'UNDOING') return dryRun ? t('imports.stage.removing') : t('imports.stage.undoing');
  if (state === 'UNDONE') return t('imports.stage.undone');
  if (state === 'FAILED') return t('imports.stage.failed', { error: error ?? '' });
  if (!dryRun) return t('imports.stage.imported');
  return counted === 0 ? t('imports.stage.nothing') : t('imports.stage.ready');
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
            {t('imports.seeDays')}
          </a>
        )}
        <button type="button" class="button plain-button" onClick={onClose}>
          {t('common.close')}
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
      <progress
        aria-label={t('imports.progress', { files: filesOf(shown) })}
        {...(isKnown ? { value: progress, max: 1 } : {})}
      />
      {isKnown && <p class="hint">{doneOf(shown, speed)}</p>}
      <FormFault error={error} />
      {state !== 'UNDOING' && state !== 'CHECKING' && (
        <p class="buttons">
          <button type="button" class="button small plain-button" onClick={stop}>
            {dryRun ? t('common.cancel') : t('imports.stop')}
          </button>
        </p>
      )}
    </>
  );
}

function doneOf(shown: Import, speed: Speed | null): string {
  const { state, rows: count } = shown;
  const isReading = state === 'READING';
  const done = formatCount(rowsDone(shown));
  if (!speed) return isReading ? t('count.rows', { count }) : t('imports.counted', { done, count });
  const known = { count, speed: formatCount(Math.round(speed.rows)), duration: formatDuration(speed.left) };
  return isReading ? t('imports.readSpeed', known) : t('imports.countedSpeed', { ...known, done });
}

/** What a dry run has found, and the choice between importing and discarding it. */
function Decision(props: CardProps) {
  const { shown, onChange } = props;
  const { run, state, error } = useChange();
  const { id, rows, counted, leftOut } = shown;
  return (
    <>
      <dl class="facts">
        <Fact name={t('imports.days')}>{daysOf(shown)}</Fact>
        <Fact name={t('imports.rowsInFiles')}>{formatCount(rows)}</Fact>
        <Fact name={t('imports.rowsCounted')}>{formatCount(counted)}</Fact>
        <Fact name={t('imports.rowsLeftOut')}>{formatCount(leftOut)}</Fact>
      </dl>
      <p class="hint">{shown.kind === 'HITS' ? t('imports.meaningHits') : t('imports.meaningSums')}</p>
      <Report shown={shown} />
      <LeftOut shown={shown} />
      <Again {...props} />
      <FormFault error={error} />
      <p class="buttons">
        <button
          type="button"
          class="button"
          {...pressable(counted > 0 && state !== 'busy', () =>
            run(ask(RunImportDocument, { upload: id }), answer => onChange(answer.createImport)),
          )}
        >
          {t('imports.run')}
        </button>
        <button
          type="button"
          class="button plain-button"
          {...pressable(state !== 'busy', () =>
            run(ask(UndoImportDocument, { id }), answer => onChange(answer.undoImport)),
          )}
        >
          {t('imports.discard')}
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

/** Returns what the files were read with. */
function choicesOf({ source, timezone, until, mapping }: Import): Choices {
  return {
    source: source?.toLowerCase() ?? '',
    timezone: timezone ?? '',
    until: until ?? '',
    mapping: mapping ?? '',
  };
}

function endOf({ until, ownFrom }: Import): string {
  if (!ownFrom) return t('imports.again');
  const first = formatDay(ownFrom);
  return until ? t('imports.againUntil', { first, until: formatDay(until) }) : t('imports.againWithFile', { first });
}

/** Repeats the dry run with other choices, without the files being sent again. */
function Again({ site, tools, shown, onChange }: CardProps) {
  const [choices, setChoices] = useState<Choices>(() => choicesOf(shown));
  const { run, state, error } = useChange();
  return (
    <details open={shown.asksTimezone === true || undefined}>
      <summary>{endOf(shown)}</summary>
      <Form
        class="stack narrow choices-of-import"
        onSubmit={() =>
          run(ask(RepeatDryRunDocument, { upload: shown.id, ...variablesOf(choices) }), answer =>
            onChange(answer.repeatDryRun),
          )
        }
        error={error}
        submit={t('imports.readAgain')}
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
