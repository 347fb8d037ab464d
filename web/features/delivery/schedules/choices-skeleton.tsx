import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';

const rows = ['first', 'second', 'third', 'fourth'];

export function ChoicesSkeleton({ label }: { label: string }) {
  return (
    <SkeletonArea label={label} className="grid gap-3">
      {rows.map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </SkeletonArea>
  );
}
