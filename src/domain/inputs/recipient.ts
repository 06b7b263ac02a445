import * as z from 'zod';
import { FREQUENCIES } from '../period.ts';
import { mailAddress } from './mail-address.ts';

/** A recipient of reports as it is sent; a null address stands for the account's own. */
export const recipientInput = z.object({
  email: mailAddress.nullish(),
  frequencies: z.array(z.enum(FREQUENCIES)).min(1, 'There is no frequency; send one or more.'),
});
export type RecipientInput = z.input<typeof recipientInput>;
