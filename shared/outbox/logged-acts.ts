import { z } from 'zod';
import { Id, Instant } from '../values.ts';

/** Acts by which people stop something. A restored database must not forget them. */
export const ActKind = z.enum([
  'declining',
  'disowning',
  'guardian',
  'sign-of-life',
  'release-revoked',
  'account-erased',
]);
export type ActKind = z.infer<typeof ActKind>;

/** An act after the backup was made that has no effect in the restored database: staff have to deal with it. */
export const OpenAct = z.object({
  id: Id,
  at: Instant,
  kind: ActKind,
  ownerId: Id,
  /** The report of a death that it is about. */
  reportId: Id.nullable(),
});
export const OpenActList = z.array(OpenAct);
export type OpenAct = z.input<typeof OpenAct>;
