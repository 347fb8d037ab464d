import { z } from 'zod';
import { linkChannels } from '../outbox/channels.ts';
import { CalendarDay, Id, Instant, plainText } from '../values.ts';
import { replyMaxCharacters } from './received-limits.ts';

// What a recipient can do on their page, but only on a device that has opened something there or entered a code. Each request returns
// the page as it is afterwards (ReceivedCover).
//
//   POST   /api/received/:token/reply          { id, text, private? }: a few words back about what was opened; repeat it to change them
//   DELETE /api/received/:token/reply/:id      takes them back
//   POST   /api/received/:token/remind         { on }: one message on that day; repeat it to choose another
//   DELETE /api/received/:token/remind
//   POST   /api/received/:token/decline        nothing more from this owner
//   POST   /api/received/:token/decline/undo
//   POST   /api/received/:token/not-me         closes the page on every device; also before anything was opened
//   POST   /api/received/:token/not-me/undo    only by the device that said so, until somebody has acted on it
//   POST   /api/received/:token/address        { email?, phone?, mailingAddress? }: a code goes to a new email address
//   POST   /api/received/:token/address/code   { code }: confirms it
//   DELETE /api/received/:token/address        takes the change back, until it is made
//
//   GET    /api/memories/:id/replies           what was written back to the owner
//   GET    /api/memories/replies               which of their memories somebody wrote back about, and who
//   POST   /api/recipients/:id/proposed-address/{agree,refuse}   { proposalId }: the owner answers a changed address
//   POST   /api/recipients/:id/right-address   the owner says that somebody who said "not for me" is wrong

export const ReplyForm = z.object({
  /** The id of the opened memory. */
  id: Id,
  text: plainText(replyMaxCharacters).trim().min(1, 'Please write a few words'),
  /** Whether to keep them for the recipient alone. */
  private: z.boolean().default(false),
});
export type ReplyForm = z.output<typeof ReplyForm>;

/**
 * Who reads it: the owner, if it was written while they were alive; the trusted contacts, for whom it is kept
 * after the death; or only the recipient.
 */
const replyReaders = ['owner', 'family', 'nobody'] as const;
export type ReplyReader = (typeof replyReaders)[number];

export const WordsBack = z.object({
  text: z.string(),
  readBy: z.enum(replyReaders),
  writtenAt: Instant,
  /** Null if they are as first written. */
  changedAt: Instant.nullable(),
});
export type WordsBack = z.input<typeof WordsBack>;

/** A future day, at most `reminderMaxDays` away, or a month, which means its first day. */
export const RemindForm = z.object({
  on: z.union([
    CalendarDay,
    z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
      .transform((month) => `${month}-01`),
  ]),
});

/**
 * `code-sent`: the new email address has to be confirmed. `asked`: it waits for the owner, or for a person
 * here. `made`: it applies from `from` on. `refused`: it is not used.
 */
const addressProposalStates = ['code-sent', 'asked', 'made', 'refused'] as const;

export const ProposedAddress = z.object({
  state: z.enum(addressProposalStates),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  mailingAddress: z.string().nullable(),
  proposedAt: Instant,
  /** Nothing is sent before then; null if it takes effect at once, or is not made. */
  from: Instant.nullable(),
});
export type ProposedAddress = z.input<typeof ProposedAddress>;

const receivedActs = ['reply', 'remind', 'decline', 'not-me', 'address'] as const;
export type ReceivedAct = (typeof receivedActs)[number];

export const SaidOnPage = z.object({
  /** What can be done here. Somebody whom the owner has removed from the address book can only write back. */
  can: z.array(z.enum(receivedActs)),
  /** Who will read a few words that are written now. */
  replyReadBy: z.enum(replyReaders),
  /** First names of the trusted contacts, who read what is kept after the death. */
  familyReaders: z.array(z.string()),
  /** The day of a reminder that was requested and not sent yet. */
  remindOn: CalendarDay.nullable(),
  /** Where the reminder goes: this page's own address. */
  remindBy: z.enum(linkChannels).nullable(),
  /** Since when nothing more is sent to them. */
  declinedAt: Instant.nullable(),
  address: ProposedAddress.nullable(),
});
export type SaidOnPage = z.input<typeof SaidOnPage>;

/** What somebody wrote back to the owner about one memory. */
export const MemoryReply = WordsBack.omit({ readBy: true }).extend({
  id: Id,
  /** Null once they were removed from the address book. */
  recipientId: Id.nullable(),
  name: z.string(),
});
export type MemoryReply = z.input<typeof MemoryReply>;
export const MemoryReplies = z.array(MemoryReply);

/** Who wrote back about a memory, by first name, earliest first. */
export const RepliedTo = z.object({ memoryId: Id, names: z.array(z.string()) });
export type RepliedTo = z.input<typeof RepliedTo>;
export const RepliedToList = z.array(RepliedTo);

export const ProposedAddressAnswer = z.object({ proposalId: Id });
