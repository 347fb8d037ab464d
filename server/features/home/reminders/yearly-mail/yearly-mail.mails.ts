import { and, eq } from 'drizzle-orm';
import { numberWord } from '../../../../../shared/in-words.ts';
import type { Tx } from '../../../../platform/database.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { rehearse } from '../../../delivery/received/rehearsal/rehearsal.ts';
import { itemFiles } from '../../../keepsakes/physical-items/physical-items.ts';
import { memoryFiles } from '../../../memories/memories/memories.ts';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { findCheckpoint, shortCheckpoint } from '../../../system/audit/audit.ts';
import { countWhole } from '../../../system/stored-files/stored-files.ts';
import { comingYear, filesKept, whatIsMissing } from './describe-year.ts';
import { mayBeWritten } from './may-be-written.ts';
import { yearlyMail } from './yearly-mail.mail.tsx';

/** Describes the state when it is sent. It is only for reading: nobody has to answer it, and it has no effects. */
const prepareYearlyMail: PrepareMail = async (tx, services, { userId, details }) => {
  const owner = userId && (await loadOwner(tx, userId, services));
  if (!owner) return undefined;
  const { config, clock } = services;
  const rehearsal = await rehearse({ db: tx, clock, config }, owner, {
    death: null,
    isWhole: true,
  });
  const files = await countWhole(tx, [...memoryFiles, ...itemFiles], owner.id);
  const checkpoint = await findCheckpoint(tx);
  const content = await yearlyMail({
    ownerName: owner.firstName,
    ...comingYear(rehearsal),
    ...whatIsMissing(rehearsal),
    files: filesKept(files, owner.timezone),
    checkpoint: checkpoint ? shortCheckpoint(checkpoint) : '',
    years: details['years'] === '1' ? 'a year' : `${numberWord(Number(details['years']))} years`,
    link: `${config.publicUrl}/rehearsal`,
  });
  return { ...content, to: owner.email, atMostOnce: true };
};

async function loadOwner(
  tx: Tx,
  userId: string,
  services: Parameters<typeof mayBeWritten>[0],
): Promise<UserRow | undefined> {
  const [owner] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), mayBeWritten(services)));
  return owner;
}

export const yearlyMails = { 'yearly-mail': prepareYearlyMail };
