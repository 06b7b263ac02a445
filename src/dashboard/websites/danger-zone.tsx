import { useState } from 'preact/hooks';
import { base } from '../base.ts';
import { ask } from '../graphql.ts';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { FormFault } from '../parts/status.tsx';
import { DeleteWebsiteDocument } from './__generated__/operations.ts';

/** Deletes the website after the owner has typed its domain. */
export function DangerZone({ id, domain }: { readonly id: string; readonly domain: string }) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>(null);
  return (
    <section class="danger-zone" aria-labelledby="danger">
      <h2 id="danger">Delete this website</h2>
      <p class="hint">
        Deletes all settings and data. This can't be undone. The domain can be added again later and then starts empty.
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
              label={`Type ${domain} to confirm`}
              value={typed}
              onInput={setTyped}
              hint="Only a backup can bring the data back."
            />
            <FormFault error={error} />
            <footer>
              <button type="submit" class="button danger" disabled={typed !== domain}>
                Delete permanently
              </button>
              <button type="button" class="button plain-button" onClick={() => setOpen(false)}>
                Cancel
              </button>
            </footer>
          </form>
        </Dialog>
      )}
    </section>
  );
}
