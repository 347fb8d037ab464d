import type { FileMemoryType } from '../../../../shared/memories/memory-limits.ts';
import { formatDate } from '../../../lib/dates.ts';

/** 'Recording 21 November 2026.webm': the day is that of the place where it was made. */
export function fileName(kind: FileMemoryType, madeAtMs: number, timeZone: string, ending: string): string {
  const word = kind === 'photo' ? 'Photo' : 'Recording';
  return `${word} ${formatDate(new Date(madeAtMs).toISOString(), timeZone)}.${ending}`;
}
