import { and, eq } from 'drizzle-orm';
import { users } from '../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { memoryRejectedMail } from './memories.mail.tsx';
import { memories } from './memories.table.ts';

/** Dropped if the memory was changed, deleted or approved after all. */
export const prepareMemoryRejected: PrepareMail = async (tx, { config }, { subjectId, details }) => {
  if (!subjectId) return undefined;
  const [row] = await tx
    .select({ owner: users, memory: memories })
    .from(memories)
    .innerJoin(users, eq(users.id, memories.userId))
    .where(
      and(
        eq(memories.id, subjectId),
        eq(memories.revision, Number(details['revision'])),
        eq(memories.heldAs, 'rejected'),
      ),
    );
  if (!row) return undefined;
  const { owner, memory } = row;
  const content = await memoryRejectedMail({
    ownerName: owner.firstName,
    title: memory.title,
    reason: memory.heldReason ?? '',
    link: `${config.publicUrl}/upload?edit=${memory.id}`,
  });
  return { ...content, to: owner.email };
};
