import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { createPortal } from 'react-dom';
import type { PackedDelivery, PackedThing } from '../../../shared/delivery/staff-deliveries.ts';
import { capitalized } from '../../../shared/letter-case.ts';
import { memoryNouns } from '../../../shared/memory-types.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Link } from '../../ui/link.tsx';
import { LetterText } from '../../ui/sheet.tsx';
import { Skeleton, SkeletonArea } from '../../ui/skeleton.tsx';
import { changedBy, staffTime } from '../console/format.ts';
import { staffKey } from '../console/queries.ts';
import { StaffPage } from '../console/queue-page.tsx';
import { reasonLabels } from './labels.ts';

/** The contents of a parcel: its cover sheet, and the memories to print or to copy. Nothing plays by itself. */
export function PackingPage({ id }: { id: string }) {
  const packed = useQuery<PackedDelivery>({
    queryKey: staffKey('deliveries', id, 'packing'),
    gcTime: 0,
    retry: false,
  });
  return (
    <StaffPage
      title="To be posted"
      description="Print it and copy the files, put the sheet on top, then mark it as posted under Deliveries."
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

const isPrinted = ({ type }: PackedThing) => type === 'letter' || type === 'photo';
const paper =
  'light-paper rounded-small border border-line bg-card px-5 py-8 text-ink shadow-card md:px-12 md:py-12';

function Parcel({ packed }: { packed: PackedDelivery }) {
  const { things, leftOut, recipientName, mailingAddress } = packed;
  const [first] = things;
  return (
    <div className="grid max-w-letter gap-6">
      {first && <p className="text-small text-ink-soft">It is open until {staffTime(first.openUntil)}.</p>}
      <address className="whitespace-pre-line not-italic text-lead">
        {recipientName}
        {'\n'}
        {mailingAddress ?? 'The mailing address is missing'}
      </address>
      {packed.changed && <p className="text-small text-ink-soft">Address {changedBy(packed.changed)}</p>}
      <div>
        <Button
          icon={<Printer aria-hidden="true" className="size-5" strokeWidth={1.5} />}
          onPress={() => window.print()}
        >
          Print it
        </Button>
      </div>
      {leftOut.length > 0 && <LeftOut leftOut={leftOut} />}
      <article aria-label="The sheet on top" className={paper}>
        <TopSheet packed={packed} />
      </article>
      {things.map((thing) => (
        <Thing key={thing.deliveryId} thing={thing} packed={packed} />
      ))}
      {createPortal(
        <article data-print="page" className="hidden print:block">
          <TopSheet packed={packed} />
          {things.filter(isPrinted).map((thing) => (
            <div key={thing.deliveryId} className="break-before-page">
              <Paper thing={thing} packed={packed} />
            </div>
          ))}
        </article>,
        document.body,
      )}
    </div>
  );
}

function LeftOut({ leftOut }: Pick<PackedDelivery, 'leftOut'>) {
  return (
    <div className="notice bg-gold-wash px-5 py-4">
      <p className="font-semibold">Not in this parcel</p>
      <ul className="list-disc pl-5">
        {leftOut.map(({ deliveryId, memoryType, reason }) => (
          <li key={deliveryId}>
            {memoryType ? capitalized(memoryNouns[memoryType]) : 'A deleted memory'}:{' '}
            {reason ? reasonLabels[reason].toLowerCase() : 'it cannot be packed as it is'}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-small text-ink-soft">It becomes a parcel of its own once it may go.</p>
    </div>
  );
}

interface ThingProps {
  thing: PackedThing;
  packed: PackedDelivery;
}

function Thing({ thing, packed }: ThingProps) {
  return (
    <section className="grid gap-3">
      {!isPrinted(thing) && (
        <p>Copy the file to a memory stick and check that it opens there. It does not play here.</p>
      )}
      {thing.fileUrl && (
        <Link href={thing.fileUrl} download className="inline-flex min-h-11 items-center justify-self-start">
          Download the file
        </Link>
      )}
      <article aria-label="What it brings" className={paper}>
        <Paper thing={thing} packed={packed} />
      </article>
    </section>
  );
}

/** For the person who opens the parcel: who it is from, what is inside, and why it was sent. */
function TopSheet({ packed: { ownerName, recipientName, things, why } }: { packed: PackedDelivery }) {
  return (
    <div className="grid gap-6 wrap-anywhere">
      <h2 className="font-serif text-heading">
        For {recipientName}, from {ownerName}
      </h2>
      {why.map((sentence) => (
        <p key={sentence} className="font-serif text-letter">
          {sentence}
        </p>
      ))}
      <div>
        <p className="text-ink-soft">Inside:</p>
        <ul className="list-disc pl-5">
          {things.map((thing) => (
            <li key={thing.deliveryId}>
              A {memoryNouns[thing.type]}
              {!isPrinted(thing) && ', on a memory stick'}
            </li>
          ))}
        </ul>
      </div>
      <p className="text-small text-ink-soft">
        Long After kept this for {ownerName}. There is nothing to pay, and nothing that you have to do.
      </p>
    </div>
  );
}

function Paper({ thing, packed: { ownerName, recipientName, changed } }: ThingProps) {
  const { type, title, personalMessage, content, displayUrl } = thing;
  return (
    <div className="grid gap-6 wrap-anywhere">
      <p className="text-ink-soft">
        For {recipientName}, from {ownerName}
      </p>
      <h2 className="font-serif text-heading">{title}</h2>
      {personalMessage && <LetterText text={personalMessage} />}
      {content !== null && <LetterText text={content} />}
      {type === 'photo' && displayUrl && (
        <img src={displayUrl} alt="" className="w-full object-contain print:max-h-[17.5cm]!" />
      )}
      {changed && (
        <p className="text-small text-ink-soft">
          The address of {recipientName}: {changedBy(changed)}.
        </p>
      )}
    </div>
  );
}
