import { AskError } from '../graphql.ts';

/** A fault with what to do about it. */
export function Fault({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const isOurs = error instanceof AskError;
  return (
    <div class="fault" role="alert">
      <p>{isOurs ? error.message : 'Something went wrong in this page. Load it again.'}</p>
      {retry && (
        <button type="button" class="button small" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** What is wrong with a field of a form, by the name the form gives it. */
export function errorsOf(error: unknown, field: string): readonly string[] | undefined {
  if (!(error instanceof AskError)) return undefined;
  return error.fields[`input.${field}`] ?? error.fields[field];
}

/** The fault of a form, unless it stands at its fields already. */
export function FormFault({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  if (error instanceof AskError && Object.keys(error.fields).length > 0) return null;
  return <Fault error={error} />;
}
