import * as z from 'zod';
import { FREQUENCIES } from '../period.ts';
import { mailAddress } from './mail-address.ts';

/** A recipient of reports as the client sends it; a null address means the account's own. */
export const recipientInput = z.object({
  email: mailAddress.nullish(),
  frequencies: z.array(z.enum(FREQUENCIES)).min(1, 'The list of frequencies is empty; send one or more.'),
});
export type RecipientInput = z.input<typeof recipientInput>;
