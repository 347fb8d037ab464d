import type { Twilio } from 'twilio';
import { loadOnce } from '../cached.ts';
import { MessageFault } from '../mail/mail.ts';
import { refuseUnsendableText, requirePhoneNumber, type Texter, type TextMessage } from './sms.ts';
import { sortTwilioFault } from './twilio-faults.ts';

const TIMEOUT_MS = 20_000;
const SEARCHED_MESSAGES = 200;

export interface TwilioOptions {
  accountSid: string;
  authToken: string;
  /** A sender number, or a messaging service (`MG…`). */
  from: string;
  /** Replaces Twilio's own URL. */
  baseUrl?: string;
  timeoutMs?: number;
}

/** Sends through Twilio. The library is loaded with the first message, since many installations never need it. */
export function openTwilioTexter(options: TwilioOptions): Texter {
  const connect = loadOnce(() => loadClient(options));
  const sender = options.from.startsWith('MG')
    ? { messagingServiceSid: options.from }
    : { from: options.from };

  return {
    async send(message) {
      refuseUnsendableText(message.body);
      const to = requirePhoneNumber(message.to);
      const { messages } = await connect();
      try {
        if (message.isRetry && (await wasTakenOver(messages, to, message))) return;
        await messages.create({ ...sender, to, body: message.body });
      } catch (error) {
        throw sortTwilioFault(error, to);
      }
    },
    async check() {
      const { api } = await connect();
      try {
        await api.v2010.accounts(options.accountSid).fetch();
      } catch (error) {
        throw new MessageFault('temporary', 'The provider of text messages does not answer', {
          cause: error,
        });
      }
    },
    async close() {},
  };
}

async function loadClient(options: TwilioOptions): Promise<Twilio> {
  const { default: createClient } = await import('twilio');
  // No keep-alive: text messages are rare, and an open connection would stop the process from exiting.
  const client = createClient(options.accountSid, options.authToken, {
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    keepAlive: false,
  });
  if (options.baseUrl) client.api.baseUrl = options.baseUrl;
  return client;
}

/** The body contains a link unique to this message, so the same text to the same number is the same message. */
async function wasTakenOver(
  messages: Twilio['messages'],
  to: string,
  message: TextMessage,
): Promise<boolean> {
  const earlier = await messages.list({ to, limit: SEARCHED_MESSAGES });
  return earlier.some(
    ({ body, status }) => body === message.body && status !== 'failed' && status !== 'canceled',
  );
}
