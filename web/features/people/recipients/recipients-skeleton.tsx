import { Card } from '../../../ui/card.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';

export const recipientGrid = 'grid gap-5 md:grid-cols-2 lg:grid-cols-3';

export function RecipientsSkeleton() {
  return (
    <SkeletonArea label="Loading your recipients" className={recipientGrid}>
      {['first', 'second', 'third'].map((place) => (
        <Card key={place}>
          <Skeleton className="h-7 w-2/3" />
          <Skeleton className="mt-2 h-5 w-1/4" />
          <Skeleton className="mt-5 h-5 w-4/5" />
          <Skeleton className="mt-2 h-5 w-1/2" />
          <Skeleton className="mt-5 h-11" />
        </Card>
      ))}
    </SkeletonArea>
  );
}
