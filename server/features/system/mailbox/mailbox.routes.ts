/**
 * Shows the messages stored here because no mail server or SMS provider is configured. No sign-in: development only.
 */
import { z } from 'zod';
import { Id, Instant } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { requireFound } from '../../../platform/errors.ts';
import { plainPageStyle } from '../../../platform/http/plain-page-style.ts';
import { isFromThisMachine } from '../../../platform/http/this-machine.ts';
import { mailboxPage } from './mailbox.page.ts';
import { findMailHtml, loadNewestMessages, type StoredMessage } from './mailbox.ts';

const shownMessages = 200;

// A mail may use its own inline styles and nothing else. Its links open in a new tab, as they would from a mail
// program.
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const MailboxMessage = z.object({
  id: Id,
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  from: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  html: z.string().nullable(),
  /** Left out if there is none. */
  calendar: z.string().optional(),
  sentAt: Instant,
});

export async function mailboxRoutes(app: App): Promise<void> {
  const { db, config } = app.services;
  app.addHook('onRequest', async (request, reply) => {
    if (config.devMailbox !== 'everybody' && !isFromThisMachine(request)) return reply.callNotFound();
    reply
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer');
  });

  app.get('/dev/mailbox', { schema: { hide: true } }, async (_request, reply) => {
    const messages = await loadNewestMessages(db, shownMessages);
    return reply.type('text/html; charset=utf-8').send(mailboxPage(messages));
  });

  app.get('/dev/mailbox.css', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(plainPageStyle),
  );

  app.get(
    '/dev/mailbox.json',
    { schema: { hide: true, response: { 200: z.array(MailboxMessage) } } },
    async () => (await loadNewestMessages(db, shownMessages)).map(present),
  );

  app.get(
    '/dev/mailbox/:id',
    { schema: { hide: true, params: z.object({ id: z.string() }) } },
    async (request, reply) => {
      const { id } = request.params;
      const html = requireFound(isId(id) ? await findMailHtml(db, id) : undefined, 'This message');
      return reply.header('content-security-policy', mailPolicy).type('text/html; charset=utf-8').send(html);
    },
  );
}

function isId(text: string): boolean {
  return Id.safeParse(text).success;
}

function present({ toAddress: to, fromAddress: from, calendar, ...message }: StoredMessage) {
  return { ...message, to, from, ...(calendar && { calendar }) };
}
