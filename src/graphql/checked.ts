import * as z from 'zod';

/**
 * Schemas of the arguments of a field, or of the fields of an input, that may be wrong although their type is right, and rules
 * about several of them, as the validation plugin takes them. The resolver gets what they make of a value; everything that they find is
 * reported together.
 */
export function checked(shape: z.core.$ZodShape, ...rules: readonly z.core.$ZodCheck<never>[]) {
  // What is not named here passes as it is, so that the schema fits every field that has these.
  const schema = z.looseObject(shape).check(...(rules as unknown as z.core.$ZodCheck<object>[]));
  return { schema: schema as z.ZodType as z.ZodType<never> };
}
