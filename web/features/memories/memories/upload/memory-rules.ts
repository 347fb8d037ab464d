import type { CountName, UserStats } from '../../../../../shared/accounts/stats.ts';
import type { MemoryType } from '../../../../../shared/memories/memories.ts';
import { letterMaxCharacters, requiredFieldsMissing } from '../../../../../shared/memories/memory-limits.ts';
import { recipientFieldsMissing } from '../../../../../shared/people/recipient-fields-missing.ts';
import { isLimitReached, type PlanKey, plans } from '../../../../../shared/plans.ts';
import { type MemoryValues, someoneElse } from './memory-values.ts';

/** A message for each invalid field. */
export type MemoryErrors = Partial<Record<keyof MemoryValues, string>>;

export function validateMemory(type: MemoryType, values: MemoryValues): MemoryErrors {
  const tooMany = values.content.length - letterMaxCharacters;
  return {
    ...(!values.title.trim() && { title: 'Please give it a title' }),
    ...(!values.recipient.trim() && { recipient: 'Please choose who it is for' }),
    ...(values.recipientId === someoneElse && findMissingOf(values)),
    ...(type === 'letter' &&
      tooMany > 0 && {
        content: `This letter is ${tooMany} ${tooMany === 1 ? 'character' : 'characters'} too long.`,
      }),
  };
}

/** What is missing about somebody new for the address book. */
export function findMissingOf(values: MemoryValues): MemoryErrors {
  return {
    ...(!values.firstName.trim() && { firstName: 'First name is missing' }),
    ...(!values.lastName.trim() && { lastName: 'Last name is missing' }),
    ...(!values.relationship && { relationship: 'Relationship is missing' }),
  };
}

/** The text of the toast; null if nothing is wrong. */
export function describeErrors(
  type: MemoryType,
  errors: MemoryErrors,
): { title: string; message: string } | null {
  if (errors.title || errors.recipient) return requiredFieldsMissing(type);
  if (errors.firstName || errors.lastName || errors.relationship) return recipientFieldsMissing;
  return errors.content ? { title: 'This letter is too long', message: errors.content } : null;
}

const counts: Readonly<Record<MemoryType, CountName>> = {
  photo: 'photoCount',
  video: 'videoCount',
  audio: 'audioCount',
  letter: 'letterCount',
};

/** The usage of the limit in force for this type of memory. */
export function usageOf(type: MemoryType, stats: UserStats) {
  const used = stats[counts[type]];
  const limit = plans[stats.planInForce].memoryLimits[type];
  return { used, limit, isFull: isLimitReached(used, limit) };
}

/** What to say if it is full. `plan` is the owner's own, whose limits apply while it is paid. */
export function storageLimitReached(type: MemoryType, plan: PlanKey, unpaidSince: string | null = null) {
  const { name } = plans[plan];
  const title = 'Storage Limit Reached';
  if (unpaidSince !== null)
    return {
      title,
      message: `${name} is not paid at the moment, so the plan limit of ${plans.free.name} applies to new ${type}s. Everything that you have left is kept. What is due is shown in your settings, under Account.`,
    };
  return {
    title,
    message: `You've reached your ${name} plan limit for ${type}s. Consider upgrading your plan or removing some existing content.`,
  };
}

/** The title of the toast that shows the server's message. */
export function failureTitle(message: string): string {
  return message.includes('plan limit') ? 'Plan Limit Reached' : 'Error saving memory';
}
