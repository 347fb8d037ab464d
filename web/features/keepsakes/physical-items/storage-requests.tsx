import { CircleCheck, CircleX, Hourglass, MailCheck } from 'lucide-react';
import { formatDate } from '../../../../shared/dates.ts';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import type { StorageRequest, StorageRequestStatus } from '../../../../shared/keepsakes/storage-requests.ts';
import { Badge, type BadgeLook } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { SectionHeading } from '../../../ui/section-heading.tsx';
import { showFailure, toast } from '../../../ui/toast.ts';
import { useTimeZone } from '../../accounts/auth/sessions/queries.ts';
import { useCancelRequest, useStorageRequests } from './queries.ts';

const badges: Readonly<Record<StorageRequestStatus, BadgeLook>> = {
  pending: { children: 'We will answer', tone: 'gold', icon: Hourglass },
  approved: { children: 'You can send it', tone: 'pine', icon: MailCheck },
  received: { children: 'It has arrived', tone: 'sage', icon: CircleCheck },
  declined: { children: 'Please do not send it', tone: 'neutral', icon: CircleX },
  cancelled: { children: 'Cancelled', tone: 'neutral', icon: CircleX },
};

interface StorageRequestsProps {
  items: readonly PhysicalItem[];
  onAsk: () => void;
}

/** The owner's requests about sending things to us, and our answers. */
export function StorageRequests({ items, onAsk }: StorageRequestsProps) {
  const { data: requests, isError, isFetching, refetch } = useStorageRequests();
  const titleOf = new Map(items.map(({ id, title }) => [id, title]));
  return (
    <section aria-labelledby="requests" className="mt-14">
      <SectionHeading
        id="requests"
        action={
          <Button variant="quiet" onPress={onAsk}>
            Ask where to send it
          </Button>
        }
      >
        Shipping and insurance
      </SectionHeading>
      {isError && !requests && <ReadFailure what="your requests" isRetrying={isFetching} onRetry={refetch} />}
      {requests?.length === 0 && (
        <p className="text-ink-soft">
          You have not asked yet. Before you send anything, ask us where and how, and how it is insured on the
          way.
        </p>
      )}
      <ul className="grid gap-4 empty:hidden">
        {requests?.map((request) => (
          <Request
            key={request.id}
            request={request}
            title={titleOf.get(request.physicalItemId ?? '') ?? request.itemDescription}
          />
        ))}
      </ul>
    </section>
  );
}

function Request({ request, title }: { request: StorageRequest; title: string }) {
  const timeZone = useTimeZone();
  const { mutateAsync: cancel, isPending } = useCancelRequest();
  const isOpen = request.status === 'pending' || request.status === 'approved';

  function cancelIt() {
    cancel(request.id).then(
      () => toast({ title: 'Request cancelled' }),
      (error) => showFailure(error),
    );
  }

  return (
    <li className="grid gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-title line-clamp-2 min-w-0 break-words">{title}</h3>
        <Badge {...badges[request.status]} />
      </div>
      <p className="text-small text-ink-soft">Asked on {formatDate(request.createdAt, timeZone)}</p>
      {request.answer && <p className="break-words whitespace-pre-line">{request.answer}</p>}
      {request.storageLocation && <p className="break-words">Where we keep it: {request.storageLocation}</p>}
      {isOpen && (
        <div>
          <Button
            variant="text"
            isPending={isPending}
            aria-label={`Cancel the request: ${title}`}
            onPress={cancelIt}
          >
            Cancel the request
          </Button>
        </div>
      )}
    </li>
  );
}
