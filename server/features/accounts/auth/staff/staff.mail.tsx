import { eq } from 'drizzle-orm';
import { fullNameOf } from '../../../../../shared/names.ts';
import { compileMail } from '../../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../../platform/mail/layout.tsx';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { users } from '../../profile/profile.table.ts';
import { greetedAs } from '../../profile/profile.ts';
import { probationDays } from './roles.ts';
import type { RoleNews } from './set-role.ts';

const roleChangedMail = compileMail({
  values: ['firstName', 'title', 'what', 'ask', 'why', 'link', 'label'],
  subject: ({ title }) => title,
  Body: ({ firstName, title, what, ask, why, link, label }) => (
    <MailLayout title={title} footer={<Soft>{why}</Soft>}>
      <Words>Dear {firstName},</Words>
      <Words>
        {what} {ask}
      </Words>
      <Action href={link} label={label} isQuiet />
    </MailLayout>
  ),
});

interface News {
  title: string;
  /** What `who` did to the role of `whom`; and the same as addressed to that person. */
  what: (who: string, whom: string) => string;
  toThem: (who: string) => string;
}

const joined = 'Somebody joined or left the staff';
const proposed = 'Somebody may join or leave the staff';
const over = 'A change of the staff was not made';
const confirms = 'A second member of staff has to confirm it, under People in the console.';

const news: Record<RoleNews, News> = {
  granted: {
    title: joined,
    what: (who, whom) =>
      `${who} made ${whom} staff. In ${probationDays} days they can help to verify a death.`,
    toThem: (who) =>
      `${who} made you staff. Please sign in again. In ${probationDays} days you can help to verify a death.`,
  },
  withdrawn: {
    title: joined,
    what: (who, whom) => `${who} took the staff role from ${whom}.`,
    toThem: (who) => `${who} took the staff role from you. Your own account stays as it is.`,
  },
  'grant-proposed': {
    title: proposed,
    what: (who, whom) => `${who} proposes to make ${whom} staff. ${confirms}`,
    toThem: (who) =>
      `${who} proposes to make you staff. A second member of staff has to confirm it. You do not have to do anything.`,
  },
  'grant-refused': {
    title: over,
    what: (who, whom) => `${who} refused to make ${whom} staff.`,
    toThem: () => 'You were proposed for the staff, and it was not confirmed. Your account stays as it is.',
  },
  'grant-taken-back': {
    title: over,
    what: (who, whom) => `${who} took back the proposal to make ${whom} staff.`,
    toThem: (who) => `${who} took back the proposal to make you staff. Your account stays as it is.`,
  },
  'withdrawal-proposed': {
    title: proposed,
    what: (who, whom) => `${who} proposes to take the staff role from ${whom}. ${confirms}`,
    toThem: (who) =>
      `${who} proposes to take the staff role from you. A second member of staff has to confirm it; you cannot.`,
  },
  'withdrawal-taken-back': {
    title: over,
    what: (who, whom) => `${who} took back the proposal to take the staff role from ${whom}.`,
    toThem: (who) => `${who} took back the proposal to take the staff role from you.`,
  },
};

const prepareRoleChanged: PrepareMail = async (tx, { config }, { userId, subjectId, details }) => {
  const [member, person] = [await findUser(tx, userId), await findUser(tx, subjectId)];
  const [by, proposer] = [await findUser(tx, details['by']), await findUser(tx, details['proposedBy'])];
  const about = news[details['change'] as RoleNews];
  if (!member || !person || !(member.isAdmin || member.id === person.id)) return undefined;
  const who = details['by'] === 'system' ? 'Whoever runs this service' : by ? fullNameOf(by) : 'A colleague';
  const isTheirs = member.id === person.id;
  const what = isTheirs ? about.toThem(who) : about.what(who, `${fullNameOf(person)} (${person.email})`);
  const values = {
    firstName: greetedAs(member),
    title: about.title,
    what: proposer ? `${what} ${fullNameOf(proposer)} had proposed it.` : what,
    ask: `If this surprises you, please ask ${member.isAdmin ? 'your colleagues today' : 'us at once'}.`,
    why: isTheirs
      ? 'You get this message because it is about you.'
      : 'You get this message because you are staff.',
    ...(member.isAdmin
      ? { link: `${config.publicUrl}/admin/people`, label: 'See who is staff' }
      : { link: config.publicUrl, label: 'Open Long After' }),
  };
  return { ...(await roleChangedMail(values)), to: member.email };
};

async function findUser(tx: Parameters<PrepareMail>[0], id: string | null | undefined) {
  if (!id || id === 'system') return undefined;
  const [row] = await tx.select().from(users).where(eq(users.id, id));
  return row;
}

export const staffMails = { 'staff-role-changed': prepareRoleChanged };
