import type { UserStats } from '../../../../shared/accounts/accounts.ts';
import type { MemoryType } from '../../../../shared/memories/memories.ts';
import { letterMaxCharacters } from '../../../../shared/memories/memory-limits.ts';
import type { PlanKey } from '../../../../shared/plans.ts';
import { isLimitReached, plans } from '../../../../shared/plans.ts';
import type { MemoryValues } from './memory-values.ts';

/** Messages beside the fields they concern. */
export type MemoryFaults = Partial<Record<keyof MemoryValues, string>>;

export function findFaults(type: MemoryType, values: MemoryValues): MemoryFaults {
  const tooMany = values.content.length - letterMaxCharacters;
  return {
    ...(!values.title.trim() && { title: 'Please give it a title' }),
    ...(!values.recipient.trim() && { recipient: 'Please choose who it is for' }),
    ...(type === 'letter' &&
      tooMany > 0 && {
        content: `This letter is ${tooMany} ${tooMany === 1 ? 'character' : 'characters'} too long.`,
      }),
  };
}

const counts: Readonly<Record<MemoryType, keyof UserStats>> = {
  photo: 'photoCount',
  video: 'videoCount',
  audio: 'audioCount',
  letter: 'letterCount',
};

/** How much of the plan's limit for this kind of memory is used. */
export function usageOf(type: MemoryType, stats: UserStats, plan: PlanKey) {
  const used = stats[counts[type]];
  const limit = plans[plan].memoryLimits[type];
  return { used, limit, isFull: isLimitReached(used, limit) };
}

export function storageLimitReached(type: MemoryType, plan: PlanKey) {
  return {
    title: 'Storage Limit Reached',
    message: `You've reached your ${plans[plan].name} plan limit for ${type}s. Consider upgrading your plan or removing some existing content.`,
  } as const;
}

/** The title over the server's message when a memory could not be saved. */
export function failureTitle(message: string): string {
  return message.includes('plan limit') ? 'Plan Limit Reached' : 'Error saving memory';
}
