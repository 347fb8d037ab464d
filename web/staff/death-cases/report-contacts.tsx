import { useState } from 'react';
import type { StaffCorrectionList } from '../../../shared/after-death/staff-corrections.ts';
import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { momentOf } from '../console/queue-row.tsx';
import { answerWords, fieldWords } from './labels.ts';
import { useCorrections } from './queries.ts';

/** What trusted contacts said when they were told of the report, in their words. */
export function ContactAnswers({ report: { contactAnswers } }: { report: StaffDeathReport }) {
  if (contactAnswers.length === 0) return null;
  return (
    <section aria-labelledby="contact-answers" className="mt-6 border-t border-line pt-5">
      <h3 id="contact-answers" className="text-title">
        What trusted contacts said
      </h3>
      <ul className="divide-y divide-line">
        {contactAnswers.map(({ id, name, answer, note, at }) => (
          <li key={id} className="grid gap-3 py-3">
            <p className="wrap-anywhere">
              <span className="font-semibold">{name}</span> {answerWords[answer]}
              <span className="block text-small text-ink-soft tabular-nums">{momentOf(at)}</span>
            </p>
            {note && (
              <blockquote className="rounded-choice border border-line p-4 whitespace-pre-line wrap-anywhere">
                {note}
              </blockquote>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What trusted contacts corrected in the owner's address book after a release, with what stood there before. */
export function Corrections({ releaseId }: { releaseId: string }) {
  const [place, setPlace] = useState<StaffCorrectionList['next']>(null);
  const { data, error, isError, refetch } = useCorrections(releaseId, place);
  if (isError && !data)
    return (
      <p role="alert" className="mt-6 border-t border-line pt-5">
        {messageOf(error, 'We could not show what trusted contacts corrected.')}{' '}
        <Button variant="text" size="small" onPress={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  if (!data || (data.corrections.length === 0 && !place)) return null;
  return (
    <section aria-labelledby="corrections" className="mt-6 border-t border-line pt-5">
      <h3 id="corrections" className="text-title">
        Corrected by trusted contacts
      </h3>
      <ul className="divide-y divide-line text-small">
        {data.corrections.map(({ id, personName, field, oldValue, newValue, byName, at }) => (
          <li key={id} className="grid gap-0.5 py-2.5 wrap-anywhere">
            <p>
              <span className="font-semibold">{personName}</span>, {fieldWords[field]}:{' '}
              {newValue ?? 'removed'}
            </p>
            <p className="text-ink-soft tabular-nums">
              {oldValue ? `before: ${oldValue}` : 'nothing before'}
              {` · by ${byName ?? 'a contact who has since been removed'}, ${momentOf(at) ?? ''}`}
            </p>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {place && (
          <Button variant="quiet" size="small" onPress={() => setPlace(null)}>
            First corrections
          </Button>
        )}
        {data.next && (
          <Button variant="quiet" size="small" onPress={() => setPlace(data.next)}>
            More corrections
          </Button>
        )}
      </div>
    </section>
  );
}
