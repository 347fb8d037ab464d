import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { momentOf } from '../console/queue-row.tsx';
import { answerWords } from './words.ts';

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
