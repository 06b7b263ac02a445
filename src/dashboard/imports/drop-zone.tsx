import { useEffect, useRef, useState } from 'preact/hooks';
import { base, page } from '../base.ts';
import { ask } from '../graphql.ts';
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
        ? `These files have ${formatBytes(size)}, and this instance takes ${formatBytes(page.importMaxMb * 1024 ** 2)}. Pack them as a zip, send fewer, or ask its operator to raise IMPORT_MAX_MB.`
        : '',
    );
    if (isTooLarge) return;
    const names = files.length === 1 ? (files[0]?.name ?? '') : `${files.length} files`;
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
      <h2 id="add">Add history</h2>
      <p class="hint">
        Footfall looks at the files first and shows what it would count. Nothing counts until you say so, and an import
        can be undone at any time.
      </p>
      {sending ? <Progress sending={sending} /> : <Zone onFiles={send} />}
      {tooLarge !== '' && (
        <p class="fault" role="alert">
          {tooLarge}
        </p>
      )}
      <FormFault error={error} />
      <details open={hasFields(error) || undefined}>
        <summary>More choices</summary>
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
        <strong>Drop files here, or choose them</strong>
        <span>A zip as it is, or all files of one export together, or their folder.</span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
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
      <p role="status">Sending {names}. Keep this page open until it has arrived.</p>
      <progress value={sent} max={all} aria-label={`Sending ${names}`} />
      <p class="hint">
        {formatBytes(sent)} of {formatBytes(all)}
      </p>
      <button type="button" ref={cancel} class="button small plain-button" onClick={going.cancel}>
        Cancel
      </button>
    </div>
  );
}

/** The tools whose files are recognised, each with the way to its file. */
function ToolList({ tools }: { readonly tools: Tools }) {
  return (
    <div class="tools-known">
      <h3>How do I get the file?</h3>
      <ul>
        {tools.map(({ source, label }) => (
          <li key={source}>
            <a href={`${base}/docs/imports#${source.toLowerCase()}`}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
