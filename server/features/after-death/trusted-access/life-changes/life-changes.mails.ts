import { and, asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { LifeChangeState } from '../../../../../shared/after-death/staff-life-changes.ts';
import type { LifeChangeKind } from '../../../../../shared/after-death/trusted-access.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { trustedAccess } from '../../death-cases/contacts/contacts.table.ts';
import { reachContact, trustedLink } from '../../death-cases/contacts/contacts.ts';
import { stateOf } from './change-rows.ts';
import { changeDecidedMail, changeReadMail, changesEndedMail } from './life-changes.mail.tsx';
import { lifeChangeNotes, lifeChanges } from './life-changes.table.ts';

const told: Record<LifeChangeKind, string> = {
  moved: 'has moved',
  new_name: 'has a new name',
  minor: 'is under 18',
  pause: 'should wait for now',
  died: 'has died',
  hold: 'please hold what is for them',
};

/** What the contact had told us, in a sentence. */
function whatTheySaid(kind: LifeChangeKind, name: string): string {
  return kind === 'hold'
    ? `You asked us to hold what is for ${name}.`
    : `You told us that ${name} ${told[kind]}.`;
}

const guardianOutcome = (name: string) =>
  `Whoever you named has a say now in when something comes to ${name}, and we ask them.`;

/** They do not reveal what is still to come, or who gets it instead. */
const outcomes: Record<Exclude<LifeChangeState, 'open'>, (name: string) => string> = {
  answered: (name) => `Until then everything for ${name} waits, and is kept safely.`,
  confirmed: (name) => `We are sorry that ${name} has died. Nothing more is sent to them.`,
  ended: (name) => `It no longer holds back anything for ${name}.`,
};

const contacts = alias(recipients, 'contacts');

const prepareDecided: PrepareMail = async (tx, services, mail) => {
  if (!mail.subjectId) return undefined;
  const [row] = await tx
    .select({
      change: lifeChanges,
      owner: users,
      person: recipients,
      contact: contacts,
      access: trustedAccess,
    })
    .from(lifeChanges)
    .innerJoin(users, eq(users.id, lifeChanges.userId))
    .innerJoin(recipients, eq(recipients.id, lifeChanges.recipientId))
    .innerJoin(trustedAccess, eq(trustedAccess.id, lifeChanges.accessId))
    .innerJoin(contacts, and(eq(contacts.id, trustedAccess.recipientId), eq(contacts.trustedContact, true)))
    .where(eq(lifeChanges.id, mail.subjectId));
  if (!row) return undefined;
  const { change, owner, person, contact, access } = row;
  const state = stateOf(change);
  const message = lifeChangeNotes.decrypt(services, change, 'staffNote');
  // A later decision has a mail of its own.
  const isLatest = change.answeredAt?.toISOString() === mail.details['at'];
  if (state === 'open' || !isLatest || change.endedBy === 'system') return undefined;
  const isNamed = change.kind === 'minor' && change.confirmedAt !== null;
  const outcome = (isNamed ? guardianOutcome : outcomes[state])(person.firstName);
  const link = trustedLink(services, access);
  const personName = fullNameOf(person);
  const values = {
    ...{ contactName: contact.firstName, personName, ownerName: fullNameOf(owner) },
    ...{ said: whatTheySaid(change.kind, personName), outcome, link },
  };
  return reachContact(services, contact, mail, {
    mail: message ? changeDecidedMail({ ...values, message }) : changeReadMail(values),
    text: [`you told us about ${personName}.`, message, outcome, link].filter(Boolean).join(' '),
  });
};

const prepareEnded: PrepareMail = async (tx, { config }, mail) => {
  const at = mail.details['endedAt'];
  if (!mail.userId || !at) return undefined;
  const rows = await tx
    .select({ change: lifeChanges, owner: users, person: recipients })
    .from(lifeChanges)
    .innerJoin(users, eq(users.id, lifeChanges.userId))
    .innerJoin(recipients, eq(recipients.id, lifeChanges.recipientId))
    .where(
      and(
        eq(lifeChanges.userId, mail.userId),
        eq(lifeChanges.endedBy, 'system'),
        eq(lifeChanges.endedAt, new Date(at)),
      ),
    )
    .orderBy(asc(lifeChanges.id));
  const [first] = rows;
  if (!first) return undefined;
  const content = await changesEndedMail({
    ownerName: first.owner.firstName,
    changes: rows
      .map(
        ({ change, person }) =>
          `${fullNameOf(person)}: ${told[change.kind]}${change.confirmedAt ? ', which we had confirmed' : ''}`,
      )
      .join('\n'),
    link: `${config.publicUrl}/schedule`,
  });
  return { ...content, to: first.owner.email };
};

/** Mails to trusted contacts about what they told us, and to owners who turned out to be alive. */
export const lifeChangeMails = {
  'life-change-decided': prepareDecided,
  'life-changes-ended': prepareEnded,
} satisfies Partial<Record<MailKind, PrepareMail>>;
