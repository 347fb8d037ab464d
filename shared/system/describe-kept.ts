import { formatFullDate } from '../dates.ts';
import type { KeptFiles } from './kept-files.ts';

/** '214 of 214 files are whole, checked on Tuesday, 17 November 2026.' */
export function describeKept(
  { files, whole, checkedAt }: Omit<KeptFiles, 'bytes'>,
  timeZone: string,
): string {
  const some = files === 1 ? '1 file is' : `${files.toLocaleString('en-US')} files are`;
  const checked = checkedAt ? `, checked on ${formatFullDate(checkedAt, timeZone)}` : '';
  if (whole === files) return `${whole.toLocaleString('en-US')} of ${some} whole${checked}.`;
  const broken = files - whole;
  const what = broken === 1 ? 'One is' : `${broken.toLocaleString('en-US')} are`;
  return `${whole.toLocaleString('en-US')} of ${some} whole${checked}. ${what} missing or damaged in our storage. We have been told, and are looking for a good copy.`;
}
