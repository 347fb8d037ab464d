import type { z } from 'zod';
import type { StaffPromises } from '../../../../shared/staff/promises.ts';
import type { Services } from '../../../platform/context.ts';
import { countPaidThrough } from '../../billing/subscriptions/standing/standing.ts';
import { countOwed } from '../../delivery/deliveries/figures/figures.ts';
import { itemFiles } from '../../keepsakes/physical-items/physical-items.ts';
import { memoryFiles } from '../../memories/memories/memories.ts';
import { countWhole } from '../../system/stored-files/stored-files.ts';

/** What has been promised, and what backs it: counts and years, no money. */
export async function readPromises({
  db,
  clock,
  mirror,
}: Pick<Services, 'db' | 'clock' | 'mirror'>): Promise<z.output<typeof StaffPromises>> {
  const now = clock.now();
  const [owed, paidThrough, files] = await Promise.all([
    countOwed(db, now),
    countPaidThrough(db, now),
    countWhole(db, [...memoryFiles, ...itemFiles]),
  ]);
  return { now, owed, paidThrough, files: { ...files, hasSecondStore: mirror !== undefined } };
}
