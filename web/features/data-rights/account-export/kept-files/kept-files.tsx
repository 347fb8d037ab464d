import { useQuery } from '@tanstack/react-query';
import { describeKept } from '../../../../../shared/system/describe-kept.ts';
import type { KeptFiles as Kept } from '../../../../../shared/system/kept-files.ts';

/** Whether everything a person left here is undamaged. Shows nothing if they have left no file. */
export function KeptFiles({ timeZone }: { timeZone: string }) {
  const { data: kept } = useQuery<Kept>({
    queryKey: ['/api/user/files'],
    meta: { failure: 'Failed to fetch your files' },
  });
  if (!kept || kept.files === 0) return null;
  return <p>{describeKept(kept, timeZone)}</p>;
}
