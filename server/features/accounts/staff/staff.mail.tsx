import { and, eq } from 'drizzle-orm';
import { fullNameOf } from '../../../../shared/full-name.ts';
import { compileMail } from '../../../platform/mail/compile-mail.tsx';
import { Action, MailLayout, Soft, Words } from '../../../platform/mail/layout.tsx';
import type { PrepareMail } from '../../outbox/mails/mails.ts';
import { users } from '../accounts/accounts.table.ts';

const roleChangedMail = compileMail({
  values: ['staffName', 'what', 'link'],
  subject: () => 'Somebody joined or left the staff',
  Body: ({ staffName, what, link }) => (
    <MailLayout
      title="Somebody joined or left the staff"
      footer={<Soft>You get this message because you are staff.</Soft>}
    >
      <Words>Dear {staffName},</Words>
      <Words>{what} If this surprises you, please ask your colleagues today.</Words>
      <Action href={link} label="Open the audit log" isQuiet />
    </MailLayout>
  ),
});

const prepareRoleChanged: PrepareMail = async (tx, { config }, { userId, subjectId, details }) => {
  if (!userId || !subjectId) return undefined;
  const [member] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isAdmin, true)));
  const [person] = await tx.select().from(users).where(eq(users.id, subjectId));
  const [by] = await tx
    .select()
    .from(users)
    .where(eq(users.id, details['by'] ?? ''));
  if (!member || !person) return undefined;
  const who = by ? fullNameOf(by) : 'A colleague';
  const what =
    details['change'] === 'granted'
      ? `${who} made ${fullNameOf(person)} (${person.email}) staff. In a week they can help to verify a death.`
      : `${who} took the role from ${fullNameOf(person)} (${person.email}).`;
  const common = { staffName: member.firstName, what, link: `${config.publicUrl}/admin/audit-log` };
  return { ...(await roleChangedMail(common)), to: member.email };
};

export const staffMails = { 'staff-role-changed': prepareRoleChanged };
