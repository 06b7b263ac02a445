import { useState } from 'preact/hooks';
import { base } from '../base.ts';
import { ask } from '../graphql.ts';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { FormFault } from '../parts/status.tsx';
import { DeleteWebsiteDocument } from './__generated__/operations.ts';

/** What cannot be undone, behind a question that has to be answered with the domain. */
export function DangerZone({ id, domain }: { readonly id: string; readonly domain: string }) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>(null);
  return (
    <section class="danger-zone" aria-labelledby="danger">
      <h2 id="danger">Delete this website</h2>
      <p class="hint">
        Its settings and everything that was counted for it are gone at once and for good. The domain can be added
        again, empty.
      </p>
      <button type="button" class="button danger" onClick={() => setOpen(true)}>
        Delete {domain}
      </button>
      {isOpen && (
        <Dialog title={`Delete ${domain}?`} onClose={() => setOpen(false)}>
          <form
            onSubmit={event => {
              event.preventDefault();
              if (typed !== domain) return;
              ask(DeleteWebsiteDocument, { id }).then(() => location.assign(`${base}/websites`), setError);
            }}
          >
            <TextField
              label={`Type ${domain} to delete it`}
              value={typed}
              onInput={setTyped}
              hint="There is no way back, unless you have a backup."
            />
            <FormFault error={error} />
            <footer>
              <button type="submit" class="button danger" disabled={typed !== domain}>
                Delete for good
              </button>
              <button type="button" class="button plain-button" onClick={() => setOpen(false)}>
                Keep it
              </button>
            </footer>
          </form>
        </Dialog>
      )}
    </section>
  );
}
