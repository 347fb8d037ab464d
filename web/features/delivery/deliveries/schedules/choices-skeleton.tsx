import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';

/** As tall as the questions and lists that follow, so that nothing below them moves. */
const rows = Array.from({ length: 9 }, (_, row) => row);

export function ChoicesSkeleton({ label }: { label: string }) {
  return (
    <SkeletonArea label={label} className="grid gap-3">
      {rows.map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </SkeletonArea>
  );
}
