import { formatDate } from '../../../../../../shared/dates.ts';
import type { FileMemoryType } from '../../../../../../shared/memories/memory-limits.ts';

/** 'Recording 21 November 2026.webm', with the date in `timeZone`. */
export function fileName(kind: FileMemoryType, madeAtMs: number, timeZone: string, ending: string): string {
  const word = kind === 'photo' ? 'Photo' : 'Recording';
  return `${word} ${formatDate(new Date(madeAtMs).toISOString(), timeZone)}.${ending}`;
}
