import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { createPortal } from 'react-dom';
import type { PackedDelivery } from '../../../shared/delivery/staff-deliveries.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Link } from '../../ui/link.tsx';
import { LetterText } from '../../ui/sheet.tsx';
import { Skeleton, SkeletonArea } from '../../ui/skeleton.tsx';
import { changedBy, staffTime } from '../console/format.ts';
import { staffKey } from '../console/queries.ts';
import { StaffPage } from '../console/queue-page.tsx';

/** What goes into a parcel: the address, and the memory to print or to copy. Nothing plays by itself. */
export function PackingPage({ id }: { id: string }) {
  const packed = useQuery<PackedDelivery>({
    queryKey: staffKey('deliveries', id, 'packing'),
    gcTime: 0,
    retry: false,
  });
  return (
    <StaffPage
      title="To be posted"
      description="Print it or copy the file, then mark it as posted under Deliveries."
      actions={
        <p>
          <Link href="/admin/deliveries?reason=physical_fulfilment">Back to what is to be posted</Link>
        </p>
      }
    >
      {packed.data ? (
        <Parcel packed={packed.data} />
      ) : packed.isError ? (
        <ErrorState
          title="It is not open"
          description={messageOf(packed.error, 'It could not be read. Please try again.')}
          isRetrying={packed.isFetching}
          onRetry={() => void packed.refetch()}
        />
      ) : (
        <SkeletonArea label="Opening it">
          <Skeleton className="h-60" />
        </SkeletonArea>
      )}
    </StaffPage>
  );
}

function Parcel({ packed }: { packed: PackedDelivery }) {
  const { type, fileUrl, openUntil, recipientName, mailingAddress } = packed;
  const isPrinted = type === 'letter' || type === 'photo';
  return (
    <div className="grid max-w-letter gap-6">
      <p className="text-small text-ink-soft">It is open until {staffTime(openUntil)}.</p>
      <address className="whitespace-pre-line not-italic text-lead">
        {recipientName}
        {'\n'}
        {mailingAddress ?? 'The mailing address is missing'}
      </address>
      {packed.changed && <p className="text-small text-ink-soft">Address {changedBy(packed.changed)}</p>}
      <div className="flex flex-wrap gap-3">
        {isPrinted && (
          <Button
            icon={<Printer aria-hidden="true" className="size-5" strokeWidth={1.5} />}
            onPress={() => window.print()}
          >
            Print it
          </Button>
        )}
        {fileUrl && (
          <Link href={fileUrl} download className="inline-flex min-h-11 items-center">
            Download the file
          </Link>
        )}
      </div>
      {!isPrinted && (
        <p>Copy the file to a memory stick and check that it opens there. It does not play here.</p>
      )}
      <article
        aria-label="What it brings"
        className="light-paper rounded-small border border-line bg-card px-5 py-8 text-ink shadow-card md:px-12 md:py-12"
      >
        <Paper {...packed} />
      </article>
      {isPrinted &&
        createPortal(
          <article data-print="page" className="hidden print:block">
            <Paper {...packed} />
          </article>,
          document.body,
        )}
    </div>
  );
}

function Paper({
  type,
  title,
  personalMessage,
  content,
  displayUrl,
  ownerName,
  recipientName,
  changed,
}: PackedDelivery) {
  return (
    <div className="grid gap-6 wrap-anywhere">
      <p className="text-ink-soft">
        For {recipientName}, from {ownerName}
      </p>
      <h2 className="font-serif text-heading">{title}</h2>
      {personalMessage && <LetterText text={personalMessage} />}
      {content !== null && <LetterText text={content} />}
      {type === 'photo' && displayUrl && <img src={displayUrl} alt="" className="w-full" />}
      {changed && (
        <p className="text-small text-ink-soft">
          The address of {recipientName}: {changedBy(changed)}.
        </p>
      )}
    </div>
  );
}
