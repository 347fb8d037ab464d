import { type Mailer, MessageFault, type OutgoingMail } from '../../server/platform/mail/mail.ts';
import { requirePhoneNumber, type Texter } from '../../server/platform/sms/sms.ts';
import type { Dice } from './dice.ts';
import type { Stage } from './stage.ts';
import type { Actor } from './steps.ts';

/** What somebody got. */
export interface Letter {
  at: Date;
  channel: 'email' | 'text';
  messageId: string;
  to: string;
  subject: string;
  text: string;
  returnPath: string | undefined;
  /** Whether its sender was told that it was accepted. */
  isAcknowledged: boolean;
}

/** A code in a line of its own. */
export const codeInMail = /^(\d{6})$/m;

/** Part of every mail that brings something. */
export const linkToPage = /\/received\/([\w-]{43})/;

/** How the mail server behaves for a while. */
export type Temper = 'kind' | 'refuses' | 'silent';

/** The world's mail and text messages: what was accepted is in `letters`, whatever the sender heard of it. */
export interface PostOffice {
  letters: readonly Letter[];
  /** What the newest mail to this address that has such a thing says there: a code, or the last part of a link. */
  newest(to: string, pattern: RegExp): string | undefined;
  /** Called for each one as it is accepted. */
  onAccepted(listener: (letter: Letter) => void): void;
  setTemper(temper: Temper): void;
  /** It is away, and refuses everything, until it is said to be back. */
  setAway(isAway: boolean): void;
  /** Called once, when it goes away the next time. */
  onceAway(listener: () => void): void;
  /** Goes away when the next mail comes that brings something; `left` is called then. */
  leaveAtNextDelivery(left: () => void): void;
  /** From now on this address is refused while it is spoken to; `later`: accepted, and then returned. */
  endAddress(address: string, how: 'refused' | 'later'): void;
  /** Whether it was accepted for an address that no longer works. */
  isReturned(letter: Pick<Letter, 'to'>): boolean;
  /** Through which a process sends. */
  mailerOf(actor: Actor, stage: Stage): Mailer;
  texterOf(actor: Actor, stage: Stage): Texter;
}

/** The newest letter to one of these addresses that has such a thing, and what that is. */
export function newestTo(
  { letters }: Pick<PostOffice, 'letters'>,
  addresses: ReadonlySet<string>,
  pattern: RegExp,
) {
  const letter = letters.findLast(({ to, text }) => addresses.has(to) && pattern.test(text));
  const found = letter && pattern.exec(letter.text)?.[1];
  return letter && found !== undefined ? { letter, found } : undefined;
}

export function openPostOffice(now: () => Date, dice: Dice): PostOffice {
  const letters: Letter[] = [];
  const listeners: ((letter: Letter) => void)[] = [];
  const ended = new Map<string, 'refused' | 'later'>();
  let temper: Temper = 'kind';
  let isAway = false;
  let leaving: (() => void) | undefined;
  let waiting: (() => void)[] = [];

  const leave = () => {
    isAway = true;
    const told = waiting;
    waiting = [];
    for (const listener of told) listener();
  };
  const accept = (letter: Letter) => {
    letters.push(letter);
    for (const listener of listeners) listener(letter);
  };
  /** Throws instead of an answer, or says whether one is heard. */
  const take = (letter: Omit<Letter, 'isAcknowledged'>): void => {
    if (ended.get(letter.to) === 'refused')
      throw new MessageFault('permanent', '550 5.1.1 No such user here');
    if (leaving && linkToPage.test(letter.text)) {
      leave();
      leaving();
      leaving = undefined;
    }
    if (isAway || (temper === 'refuses' && dice.chance(0.7)))
      throw new MessageFault('temporary', '451 Try again later');
    const isSilent = temper === 'silent' && dice.chance(0.5);
    const arrives = !isSilent || dice.chance(0.5);
    if (arrives) accept({ ...letter, isAcknowledged: !isSilent });
    if (!isSilent) return;
    throw new MessageFault('unknown', 'The connection was cut');
  };

  const send = async (mail: OutgoingMail) => {
    if (mail.mayLeave && !mail.mayLeave())
      throw new MessageFault('temporary', 'Another worker may be sending it');
    const { messageId, to, subject, text, returnPath } = mail;
    take({ at: now(), channel: 'email', messageId, to, subject, text, returnPath });
  };

  return {
    letters,
    newest: (to, pattern) => newestTo({ letters }, new Set([to]), pattern)?.found,
    onAccepted: (listener) => listeners.push(listener),
    setTemper: (next) => {
      temper = next;
    },
    setAway(away) {
      if (away) return leave();
      isAway = false;
      leaving = undefined;
    },
    onceAway: (listener) => waiting.push(listener),
    leaveAtNextDelivery(left) {
      leaving = left;
    },
    endAddress: (address, how) => ended.set(address, how),
    isReturned: ({ to }) => ended.has(to),
    mailerOf: (actor, stage) => ({
      from: 'Long After <no-reply@long-after.example>',
      async send(mail) {
        await stage.step(actor, 'mail', () => send(mail), { details: () => mail.messageId });
        await mail.onAccepted?.();
      },
      async check() {},
      async close() {},
    }),
    texterOf: (actor, stage) => ({
      send: ({ id, to, body }) =>
        stage.step(actor, 'text', async () => {
          const number = requirePhoneNumber(to);
          take({
            at: now(),
            channel: 'text',
            messageId: id,
            to: number,
            subject: '',
            text: body,
            returnPath: undefined,
          });
        }),
      async check() {},
      async close() {},
    }),
  };
}
