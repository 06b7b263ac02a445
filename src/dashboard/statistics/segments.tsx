import { useState } from 'preact/hooks';
import { page } from '../base.ts';
import { ask } from '../graphql.ts';
import { errorsOf, Form, FormFault, TextField, useChange } from '../parts/form.tsx';
import { Icon, IconButton } from '../parts/icon.tsx';
import { Popover } from '../parts/overlays.tsx';
import { CreateSegmentDocument, DeleteSegmentDocument, type OverviewFragment } from './__generated__/operations.ts';
import { toFilter } from './filters.ts';
import type { State } from './state.ts';
import type { Change } from './url-state.ts';

/** The named filters of the website: every reader can choose one, only the owner can save or delete them. */
export function Segments(props: {
  readonly state: State;
  readonly change: Change;
  readonly segments: OverviewFragment['segments'];
  readonly onSegmentsChanged: () => void;
}) {
  const { state, change, segments, onSegmentsChanged } = props;
  const { run, error } = useChange();
  if (!page.isOwner && segments.length === 0) return null;
  const remove = (id: string) =>
    run(ask(DeleteSegmentDocument, { id }), () => {
      if (state.segment === id) change({ segment: null });
      onSegmentsChanged();
    });
  return (
    <Popover
      name="Segments"
      label={
        <>
          <Icon name="save" /> Segments
        </>
      }
    >
      {close => (
        <div class="segments">
          {segments.length > 0 && (
            <ul class="choices" aria-label="Segments">
              {segments.map(({ id, name }) => (
                <li key={id}>
                  <button
                    type="button"
                    aria-current={state.segment === id}
                    onClick={() => {
                      change({ segment: id });
                      close();
                    }}
                  >
                    {name}
                  </button>
                  {page.isOwner && (
                    <IconButton icon="close" name={`Delete the segment ${name}`} onClick={() => remove(id)} />
                  )}
                </li>
              ))}
            </ul>
          )}
          <FormFault error={error} />
          {page.isOwner && (
            <SaveSegment
              state={state}
              onSaved={() => {
                onSegmentsChanged();
                close();
              }}
            />
          )}
        </div>
      )}
    </Popover>
  );
}

function SaveSegment({ state, onSaved }: { readonly state: State; readonly onSaved: () => void }) {
  const [name, setName] = useState('');
  const { run, error } = useChange();
  const filter = toFilter(state.conditions);
  if (!filter) return <p class="hint">Add a filter to save it here as a segment.</p>;
  return (
    <Form onSubmit={() => run(ask(CreateSegmentDocument, { website: page.website, input: { name, filter } }), onSaved)}>
      <TextField label="Save as segment" value={name} onInput={setName} required errors={errorsOf(error, 'name')} />
      <FormFault error={error} />
      <button type="submit" class="button small">
        Save
      </button>
    </Form>
  );
}
