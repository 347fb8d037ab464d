import type { TrustedPage as Page } from '../../../../shared/after-death/trusted-access.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { deviceTimeZone } from '../../../lib/device-time-zone.ts';
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

/** The same for every link that leads nowhere, so that it says nothing about anybody. */
export function UnknownLink() {
  return (
    <TrustedFrame>
      <Opening title="We do not know this link">
        <p>
          Some programs cut long links in two. Please go back to the message and press its button, or copy the
          whole link, to its very end, into your browser’s address bar.
        </p>
        <p>
          If that does not open it either, please keep the message and write to <SupportLink />.
        </p>
      </Opening>
    </TrustedFrame>
  );
}

/** The report has ended. In the past tense: years later the owner may have died after all. */
export function Closed({
  page: { ownerFirstName, ended },
}: {
  page: Pick<Page, 'ownerFirstName' | 'ended'>;
}) {
  const on = ended?.at ? `On ${formatDate(ended.at, deviceTimeZone())} we` : 'We';
  return (
    <TrustedFrame>
      <Opening title="This page is closed">
        {ended?.as === 'revoked' ? (
          <p>
            We wrote to you that {ownerFirstName} had died. {on} learned that {ownerFirstName} was alive. That
            was our mistake, and we are sorry.
          </p>
        ) : (
          <p>
            We wrote to you that we were told that {ownerFirstName} had died. {on} closed that report. Nothing
            that {ownerFirstName} keeps with us was given to anybody because of it.
          </p>
        )}
        <p>
          You need not do anything. If you have questions, please write to <SupportLink />.
        </p>
      </Opening>
    </TrustedFrame>
  );
}

/** The page could not be loaded because of the network or the server. */
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
