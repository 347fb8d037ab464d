import { Skeleton, SkeletonArea } from '../ui/skeleton.tsx';

/** Shown while a page's code loads. */
export function PageSkeleton() {
  return (
    <SkeletonArea
      label="Loading"
      className="mx-auto w-full max-w-[calc(var(--container-page)+3rem)] px-4.5 pt-6 pb-20 md:px-6 md:pt-10"
    >
      <Skeleton className="h-11 w-72 max-w-full" />
      <Skeleton className="mt-4 h-6 w-96 max-w-full" />
      <Skeleton className="mt-10 h-64" />
    </SkeletonArea>
  );
}
