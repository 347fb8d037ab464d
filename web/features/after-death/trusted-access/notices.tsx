import { Button } from '../../../ui/button.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import { Opening, TrustedFrame } from './trusted-frame.tsx';

export function TrustedSkeleton() {
  return (
    <TrustedFrame>
      <SkeletonArea label="Loading" className="pt-5 pb-24 md:pt-13">
        <Skeleton className="h-16 w-96 max-w-full" />
        <Skeleton className="mt-6 h-24 w-full max-w-140" />
        <Skeleton className="mt-14 h-96" />
      </SkeletonArea>
    </TrustedFrame>
  );
}

export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <TrustedFrame>
      <div role="alert">
        <Opening title="This page could not be reached">
          <p>
            Nothing is lost. Please check your connection and try again. If that does not help, write to{' '}
            <SupportLink />.
          </p>
          <Button size="large" className="mt-3 justify-self-start" onPress={onRetry}>
            Try again
          </Button>
        </Opening>
      </div>
    </TrustedFrame>
  );
}
