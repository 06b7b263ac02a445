import { useEffect, useRef, useState } from 'preact/hooks';
import { base, page } from '../base.ts';
import { ask } from '../graphql.ts';
import { toolLabel } from '../labels.ts';
import { t } from '../messages.ts';
import { FormFault } from '../parts/form.tsx';
import { OneImportDocument } from './__generated__/operations.ts';
import { ChoiceFields, type Tools } from './choices.tsx';
import { droppedFiles } from './dropped-files.ts';
import { type Choices, NO_CHOICES, type Upload, upload } from './upload.ts';
import { formatBytes, type Import } from './words.ts';

interface Sending {
  readonly upload: Upload;
  readonly names: string;
  readonly sent: number;
  readonly all: number;
}

/** Where files are dropped or chosen, and sent at once: a dry run counts nothing. */
export function DropZone(props: {
  readonly website: string;
  readonly timezone: string;
  readonly tools: Tools;
  readonly onSent: (created: Import) => void;
}) {
  const { website, timezone, tools, onSent } = props;
  const [choices, setChoices] = useState(NO_CHOICES);
  const [sending, setSending] = useState<Sending | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tooLarge, setTooLarge] = useState('');
  const set = (part: Partial<Choices>) => setChoices(before => ({ ...before, ...part }));

  const send = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const size = files.reduce((sum, file) => sum + file.size, 0);
    const isTooLarge = page.importMaxMb > 0 && size > page.importMaxMb * 1024 ** 2;
    setError(null);
    setTooLarge(
      isTooLarge
        ? t('imports.tooLarge', { size: formatBytes(size), most: formatBytes(page.importMaxMb * 1024 ** 2) })
        : '',
    );
    if (isTooLarge) return;
    const names = files.length === 1 ? (files[0]?.name ?? '') : t('count.files', { count: files.length });
    const going = upload(website, files, choices, (sent, all) =>
      setSending(now => now && { ...now, sent, all: Math.max(1, all) }),
    );
    setSending({ upload: going, names, sent: 0, all: Math.max(1, size) });
    try {
      const { id } = await going.done;
      const created = (await ask(OneImportDocument, { id: website, import: id })).website?.import;
      if (created) onSent(created);
    } catch (fault) {
      if (!(fault instanceof DOMException && fault.name === 'AbortError')) setError(fault);
    } finally {
      setSending(null);
    }
  };

  return (
    <section aria-labelledby="add">
      <h2 id="add">{t('imports.add')}</h2>
      <p class="hint">{t('imports.addAbout')}</p>
      {sending ? <Progress sending={sending} /> : <Zone onFiles={send} />}
      {tooLarge !== '' && (
        <p class="fault" role="alert">
          {tooLarge}
        </p>
      )}
      <FormFault error={error} />
      <details open={hasFields(error) || undefined}>
        <summary>{t('imports.choices')}</summary>
        <div class="stack narrow choices-of-import">
          <ChoiceFields tools={tools} timezone={timezone} choices={choices} set={set} error={error} />
        </div>
      </details>
      <ToolList tools={tools} />
    </section>
  );
}

function hasFields(error: unknown): boolean {
  return Object.keys((error as { fields?: object } | null)?.fields ?? {}).length > 0;
}

function Zone({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  return (
    <>
      <button
        type="button"
        class={isOver ? 'drop over-drop' : 'drop'}
        onClick={() => input.current?.click()}
        onDragOver={event => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={event => {
          event.preventDefault();
          setOver(false);
          if (!event.dataTransfer) return;
          const { files } = event.dataTransfer;
          // A folder that cannot be read fails as a file, with an error that says so.
          droppedFiles(event.dataTransfer).then(onFiles, () => onFiles([...files]));
        }}
      >
        <strong>{t('imports.drop')}</strong>
        <span>{t('imports.dropHint')}</span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('imports.chooseFiles')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be chosen again.
          currentTarget.value = '';
          onFiles(files);
        }}
      />
    </>
  );
}

function Progress({ sending: { upload: going, names, sent, all } }: { readonly sending: Sending }) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    cancel.current?.focus();
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', stay);
    return () => removeEventListener('beforeunload', stay);
  }, []);
  return (
    <div class="sending">
      <p role="status">{t('imports.sending', { files: names })}</p>
      <progress value={sent} max={all} aria-label={t('imports.sendingProgress', { files: names })} />
      <p class="hint">{t('imports.sentOf', { sent: formatBytes(sent), all: formatBytes(all) })}</p>
      <button type="button" ref={cancel} class="button small plain-button" onClick={going.cancel}>
        {t('common.cancel')}
      </button>
    </div>
  );
}

/** The tools whose files are recognised, each with the way to its file. */
function ToolList({ tools }: { readonly tools: Tools }) {
  return (
    <div class="tools-known">
      <h3>{t('imports.howTo')}</h3>
      <ul>
        {tools.map(tool => (
          <li key={tool.source}>
            <a href={`${base}/docs/imports#${tool.source.toLowerCase()}`} hreflang="en">
              {toolLabel(tool)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
