import { useState } from 'preact/hooks';
import { page } from '../base.ts';
import { formatDay } from '../format.ts';
import { ask } from '../graphql.ts';
import { errorsOf, Form, FormFault, TextField, useChange } from '../parts/form.tsx';
import { Icon, IconButton } from '../parts/icon.tsx';
import { Popover } from '../parts/overlays.tsx';
import {
  CreateAnnotationDocument,
  DeleteAnnotationDocument,
  type OverviewFragment,
} from './__generated__/operations.ts';

/** The annotations of the days that the chart marks. */
export function AnnotationList(props: {
  readonly annotations: OverviewFragment['annotations'];
  readonly onChanged: () => void;
}) {
  const { annotations, onChanged } = props;
  const { run, error } = useChange();
  if (annotations.length === 0) return null;
  return (
    <>
      <ul class="annotations" aria-label="Annotations">
        {annotations.map(({ id, date, text }) => (
          <li key={id}>
            <span class="annotation-mark" aria-hidden="true" />
            <time dateTime={date}>{formatDay(date)}</time> <span>{text}</span>
            {page.isOwner && (
              <IconButton
                icon="close"
                name={`Delete the annotation ${text}`}
                onClick={() => run(ask(DeleteAnnotationDocument, { id }), onChanged)}
              />
            )}
          </li>
        ))}
      </ul>
      <FormFault error={error} />
    </>
  );
}

/** The owner's form for a new annotation. */
export function AddAnnotation({ day, onChanged }: { readonly day: string; readonly onChanged: () => void }) {
  const [date, setDate] = useState(day);
  const [text, setText] = useState('');
  const { run, error } = useChange();
  return (
    <Popover
      name="Annotate a day"
      align="end"
      label={
        <>
          <Icon name="flag" /> <span class="wide-only">Annotate</span>
        </>
      }
    >
      {close => (
        <Form
          class="filter-form"
          onSubmit={() =>
            run(ask(CreateAnnotationDocument, { website: page.website, input: { date, text } }), () => {
              setText('');
              onChanged();
              close();
            })
          }
        >
          <TextField label="Day" type="date" value={date} onInput={setDate} required errors={errorsOf(error, 'date')} />
          <TextField
            label="What happened"
            value={text}
            onInput={setText}
            required
            placeholder="Release 2.0"
            hint="Everyone who can see this page can read it."
            errors={errorsOf(error, 'text')}
          />
          <FormFault error={error} />
          <button type="submit" class="button small">
            Add
          </button>
        </Form>
      )}
    </Popover>
  );
}
