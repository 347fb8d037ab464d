import { useState } from 'react';
import type { StaffCorrectionList } from '../../../shared/after-death/staff-corrections.ts';
import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { SideBySide } from '../../ui/side-by-side.tsx';
import { momentOf } from '../console/format.ts';
import { CaseSection, Pages, ReadAgain, TheirWords } from './case-section.tsx';
import { answerWords, fieldWords } from './labels.ts';
import { useCorrections } from './queries.ts';

export function ContactAnswers({ report: { contactAnswers } }: { report: StaffDeathReport }) {
  if (contactAnswers.length === 0) return null;
  return (
    <CaseSection id="contact-answers" title="What trusted contacts said">
      <ul className="divide-y divide-line">
        {contactAnswers.map(({ id, name, answer, note, at }) => (
          <li key={id} className="grid gap-3 py-3">
            <p className="wrap-anywhere">
              <span className="font-semibold">{name}</span> {answerWords[answer]}
              <span className="block text-small text-ink-soft tabular-nums">{momentOf(at)}</span>
            </p>
            {note && <TheirWords>{note}</TheirWords>}
          </li>
        ))}
      </ul>
    </CaseSection>
  );
}

export function Corrections({ releaseId }: { releaseId: string }) {
  const [place, setPlace] = useState<StaffCorrectionList['next']>(null);
  const reading = useCorrections(releaseId, place);
  const { data } = reading;
  if (reading.isError && !data)
    return (
      <div className="mt-6 border-t border-line pt-3">
        <ReadAgain reading={reading} failure="We could not show what trusted contacts corrected." />
      </div>
    );
  if (!data || (data.corrections.length === 0 && !place)) return null;
  return (
    <CaseSection id="corrections" title="Corrected by trusted contacts">
      <ul className="divide-y divide-line text-small">
        {data.corrections.map(({ id, personName, field, oldValue, newValue, byName, at }) => (
          <li key={id} className="grid gap-0.5 py-2.5 wrap-anywhere">
            <p>
              <span className="font-semibold">{personName}</span>, {fieldWords[field]}:{' '}
              {newValue ?? 'removed'}
            </p>
            <p className="text-ink-soft tabular-nums">
              <SideBySide>
                {oldValue ? `before: ${oldValue}` : 'nothing before'}
                {`by ${byName ?? 'a contact who has since been removed'}, ${momentOf(at) ?? ''}`}
              </SideBySide>
            </p>
          </li>
        ))}
      </ul>
      <Pages
        place={place}
        next={data.next}
        labels={['First corrections', 'More corrections']}
        onTurn={setPlace}
      />
    </CaseSection>
  );
}
