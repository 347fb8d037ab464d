import type { StaffRelease } from '../../../shared/after-death/releases.ts';
import { listNames } from '../../../shared/names.ts';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { counted } from '../console/format.ts';
import { revokeRelease, useStaffRelease } from './queries.ts';

interface RevokeDialogProps {
  releaseId: string;
  name: string;
  onClose: () => void;
}

/** Starts with three numbers: what stops, what has already gone out, and who will read that it was our mistake. */
export function RevokeDialog({ releaseId, name, onClose }: RevokeDialogProps) {
  const { data: release } = useStaffRelease(releaseId, null);
  const [firstName = name] = name.split(' ');
  return (
    <ActDialog
      title={`Take back the release of ${name}?`}
      action="Take it back"
      cancel="Leave it as it is"
      isDangerous
      reasonLabel="How do we know that they are alive?"
      reasonNote="This goes on record, with your name"
      what={
        <>
          {release?.ifRevoked && <Numbers release={release} firstName={firstName} />}
          <p className="mt-4 text-small text-ink-soft">
            What has not gone out stops at once, links already sent are closed, and {firstName} can sign in
            again. What has been read cannot be taken back
            {release && release.toErase.erased > 0 && ', nor what has been erased'}.
          </p>
        </>
      }
      send={async (reason) => {
        await revokeRelease(releaseId, reason);
        toast({ title: 'The release is revoked', description: 'What had gone out is listed below.' });
      }}
      onClose={onClose}
    >
      {() => <Preview firstName={firstName} name={name} />}
    </ActDialog>
  );
}

export function Numbers({ release, firstName }: { release: StaffRelease; firstName: string }) {
  const { leftCount, openedCount, ifRevoked } = release;
  if (!ifRevoked) return null;
  const { stopCount, named, namedCount, recipientCount, byPostOnly } = ifRevoked;
  const others =
    recipientCount > 0 ? [`${counted(recipientCount, 'other', 'others')} who received something`] : [];
  const people = 1 + namedCount + recipientCount;
  return (
    <>
      <dl className="divide-y divide-line border-y border-line">
        <Count value={stopCount} words={stopCount === 1 ? 'delivery stops' : 'deliveries stop'} />
        <Count
          value={leftCount}
          words={`${leftCount === 1 ? 'has' : 'have'} gone out${openedCount > 0 ? `; ${openedCount} of them ${openedCount === 1 ? 'was' : 'were'} opened` : ''}`}
        />
        <Count
          value={people}
          words={`${people === 1 ? 'person gets' : 'people get'} one message each: ${listNames([firstName, ...named, ...others])}`}
        />
      </dl>
      {byPostOnly > 0 && (
        <p className="mt-3 font-medium text-gold">
          {counted(byPostOnly, 'person', 'people')} had something by post, and we know neither an email
          address nor a phone number. Please write to them.
        </p>
      )}
    </>
  );
}

function Count({ value, words }: { value: number; words: string }) {
  return (
    <div className="flex flex-row-reverse items-baseline justify-end gap-4 py-2.5">
      <dt className="min-w-0 text-ink-soft wrap-anywhere">{words}</dt>
      <dd className="min-w-9 flex-none font-serif text-heading leading-none lining-nums">
        {value.toLocaleString('en-US')}
      </dd>
    </div>
  );
}

function Preview({ name, firstName }: { name: string; firstName: string }) {
  return (
    <figure className="rounded-choice border border-line px-5 py-4">
      <figcaption className="text-small text-ink-soft">What the others read</figcaption>
      <blockquote className="mt-1 font-serif text-lead">
        {name} is alive. We wrote to you that {firstName} had died. That was our mistake, and we are sorry.
      </blockquote>
      <p className="mt-1 text-small text-ink-soft">
        {firstName}’s own email says who received what, and when.
      </p>
    </figure>
  );
}
