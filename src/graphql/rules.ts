import * as z from 'zod';
import type { FieldErrors } from '../errors.ts';

/** What is wrong with the arguments of a field, or the fields of an input, told under their names; null when nothing is. */
type Rule = (value: never) => FieldErrors | null;

/** Rules as the validation plugin of Pothos takes them. They check and never change a value; all that they find is told at once. */
export function checkedBy(...rules: readonly Rule[]) {
  const schema = z.any().check(({ value, issues }) => {
    for (const rule of rules) {
      for (const [name, texts] of Object.entries(rule(value as never) ?? {})) {
        for (const message of texts) issues.push({ code: 'custom', message, input: value, path: [name] });
      }
    }
  });
  // A rule names what it reads, which may be less than the field it guards takes; so the type fits any field.
  return { schema: schema as z.ZodType as z.ZodType<never> };
}
