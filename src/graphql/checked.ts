import * as z from 'zod';

/**
 * Returns the schema for the validation plugin: schemas of the arguments or input fields that need more than a type
 * check, and rules about several of them. The resolver gets the parsed values; all issues are reported together.
 */
export function checked(shape: z.core.$ZodShape, ...rules: readonly z.core.$ZodCheck<never>[]) {
  // Arguments without a schema pass unchanged, so that one shape fits every field that has these arguments.
  const schema = z.looseObject(shape).check(...(rules as unknown as z.core.$ZodCheck<object>[]));
  return { schema: schema as z.ZodType as z.ZodType<never> };
}
