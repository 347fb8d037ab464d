import { z } from 'zod';
import { Id, Instant } from '../values.ts';

/** What people do that stops something. A restored database must not forget it. */
export const ActKind = z.enum([
  'declining',
  'disowning',
  'guardian',
  'sign-of-life',
  'release-revoked',
  'account-erased',
]);
export type ActKind = z.infer<typeof ActKind>;

/** Something that was done after the backup and does not hold in the restored database: staff have to see to it. */
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
