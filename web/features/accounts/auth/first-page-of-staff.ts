import type { UserStats } from '../../../../shared/accounts/stats.ts';
import { read } from '../../../lib/api/request.ts';

/** Where a member of staff starts: in the console, unless they keep something of their own. */
export async function firstPageOfStaff(): Promise<string> {
  try {
    const [stats, recipients] = await Promise.all([
      read<UserStats>('/api/user/stats'),
      read<readonly unknown[]>('/api/recipients'),
    ]);
    const { photoCount, videoCount, audioCount, letterCount, scheduledDeliveries, physicalItemsEver } = stats;
    const kept = photoCount + videoCount + audioCount + letterCount + scheduledDeliveries + physicalItemsEver;
    return kept + recipients.length > 0 ? '/' : '/admin';
  } catch {
    return '/';
  }
}
