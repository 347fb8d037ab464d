import { useQuery } from '@tanstack/react-query';
import type { KeptFiles as Kept } from '../../../../../shared/data-rights/account-export.ts';
import { formatFullDate } from '../../../../../shared/dates.ts';

/** Whether everything a person left here is undamaged. Shows nothing if they have left no file. */
export function KeptFiles({ timeZone }: { timeZone: string }) {
  const { data: kept } = useQuery<Kept>({
    queryKey: ['/api/user/files'],
    meta: { failure: 'Failed to fetch your files' },
  });
  if (!kept || kept.files === 0) return null;
  return <p>{describeKept(kept, timeZone)}</p>;
}

/** '214 of 214 files are whole, checked on Tuesday, 17 November 2026.' */
export function describeKept({ files, whole, checkedAt }: Kept, timeZone: string): string {
  const some = files === 1 ? '1 file is' : `${files.toLocaleString('en-US')} files are`;
  const checked = checkedAt ? `, checked on ${formatFullDate(checkedAt, timeZone)}` : '';
  if (whole === files) return `${whole.toLocaleString('en-US')} of ${some} whole${checked}.`;
  const broken = files - whole;
  const what = broken === 1 ? 'One is' : `${broken.toLocaleString('en-US')} are`;
  return `${whole.toLocaleString('en-US')} of ${some} whole${checked}. ${what} missing or damaged in our storage. We have been told, and are looking for a good copy.`;
}
