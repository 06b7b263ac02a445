import type { ZodError } from 'zod';
import { AppError, badInput } from '../errors.ts';

/** BAD_USER_INPUT for what the rules of a field found, each text under the path of its argument: `perPage`, `input.domain`. */
export function inputError({ issues }: ZodError): AppError {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const texts = (fields[path.join('.')] ??= []);
    texts.push(message);
  }
  return badInput(fields);
}

/** Runs `work`, whose complaints are about the fields of the argument `input`, and names them as the caller wrote them. */
export async function aboutInput<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const fields = Object.fromEntries(Object.entries(error.fields).map(([name, texts]) => [`input.${name}`, texts]));
    throw new AppError(error.code, error.message, { fields, cause: error });
  }
}
