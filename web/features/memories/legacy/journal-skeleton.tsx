import { legacyThemes } from '../../../../shared/memories/questions.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';

export const journalColumns = 'grid gap-x-10 gap-y-12 lg:grid-cols-[minmax(0,1fr)_22rem]';

export function JournalSkeleton() {
  return (
    <SkeletonArea label="Loading your journal" className={journalColumns}>
      <div>
        <Sheet className="md:min-h-112! md:px-14 md:py-10">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="mt-5 h-9" />
          <Skeleton className="mt-2 h-9 w-2/3" />
          <div className="h-72 md:h-56" />
        </Sheet>
        <Skeleton className="mt-14 h-12 rounded-full" />
      </div>
      <div className="grid content-start gap-6">
        <Skeleton className="h-25" />
        <div className="grid gap-x-10 gap-y-4 md:max-lg:grid-cols-2">
          {legacyThemes.map(({ key }) => (
            <div key={key}>
              <Skeleton className="h-6 w-32" />
              <Skeleton className="mt-1 h-11" />
            </div>
          ))}
        </div>
      </div>
    </SkeletonArea>
  );
}
