import { AskError } from '../graphql.ts';

/** An error message with a button to try again. */
export function Fault({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const isOurs = error instanceof AskError;
  return (
    <div class="fault" role="alert">
      <p>{isOurs ? error.message : 'Something went wrong on this page. Reload it.'}</p>
      {retry && (
        <button type="button" class="button small" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Returns the errors of a form field, with or without the prefix `input.`; undefined without any. */
export function errorsOf(error: unknown, field: string): readonly string[] | undefined {
  if (!(error instanceof AskError)) return undefined;
  return error.fields[`input.${field}`] ?? error.fields[field];
}

/** The error of a form, unless its fields show it already. */
export function FormFault({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  if (error instanceof AskError && Object.keys(error.fields).length > 0) return null;
  return <Fault error={error} />;
}
