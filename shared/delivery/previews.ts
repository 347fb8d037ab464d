import { z } from 'zod';
import { linkChannels } from '../outbox/channels.ts';
import { Id } from '../values.ts';
import { ReceivedCover, ReceivedMemories } from './received.ts';

export const PreviewQuery = z.object({
  /** Through whose eyes; without one, what anybody would see. */
  recipientId: Id.optional(),
});

/** The message that tells a recipient that something waits, in the words in which it would be sent, but without a link. */
export const PreviewedMessage = z.object({
  channel: z.enum(linkChannels),
  from: z.string(),
  /** Null if no address is known. */
  to: z.string().nullable(),
  subject: z.string().nullable(),
  paragraphs: z.array(z.string()),
  /** The label of an email's button. */
  action: z.string().nullable(),
  /** The text below it. */
  footer: z.array(z.string()),
});
export type PreviewedMessage = z.input<typeof PreviewedMessage>;

/** What a recipient would see of a memory: the message, the closed page, and the memory itself. */
export const Preview = z.object({
  message: PreviewedMessage,
  cover: ReceivedCover,
  received: ReceivedMemories,
});
export type Preview = z.input<typeof Preview>;
