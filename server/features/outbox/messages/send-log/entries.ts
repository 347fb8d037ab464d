import { z } from 'zod';
import { ActKind } from '../../../../../shared/outbox/logged-acts.ts';

// The lines of the send log.

/** `sending`: it is about to leave. `accepted`: the mail server, or the text message provider, has it. */
const Event = z.enum(['sending', 'accepted']);

const DeliveryEntry = z.object({
  at: z.iso.datetime(),
  event: Event,
  delivery: z.uuid(),
  attempt: z.int().positive(),
  schedule: z.uuid(),
  recipient: z.uuid().nullable(),
  /** Which of the recipient's addresses it went to, counted from 1, if not the first. */
  address: z.int().positive().optional(),
});
/** One line for each mail of the outbox that goes with the message, with the claim of the worker that sent it. */
const MailEntry = z.object({ at: z.iso.datetime(), event: Event, mail: z.uuid(), claim: z.uuid() });

/** A mail system reported later that the message in which a delivery came first did not arrive. */
const ReturnedEntry = z.object({
  at: z.iso.datetime(),
  event: z.literal('returned'),
  delivery: z.uuid(),
  attempt: z.int().positive(),
  /** The enhanced status code (RFC 3463), if one was given. */
  status: z.string().nullable(),
});

/** Somebody stopped something, or let it go on again; `LoggedAct` explains the fields. */
const ActEntry = z.object({
  at: z.iso.datetime(),
  event: z.literal('act'),
  act: z.uuid(),
  kind: ActKind,
  said: z.string(),
  owner: z.uuid(),
  subject: z.uuid(),
  about: z.uuid().nullable(),
});

const Entry = z.union([DeliveryEntry, MailEntry, ReturnedEntry, ActEntry]);
export type DeliveryEntry = z.output<typeof DeliveryEntry>;
export type ReturnedEntry = z.output<typeof ReturnedEntry>;
export type ActEntry = z.output<typeof ActEntry>;
export type SendLogEntry = z.output<typeof Entry>;

export type NewEntry = Omit<DeliveryEntry, 'at' | 'event'> | Omit<z.output<typeof MailEntry>, 'at' | 'event'>;

/** Undefined for a line that a crash cut off. */
export function parse(line: string): SendLogEntry | undefined {
  try {
    return Entry.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
