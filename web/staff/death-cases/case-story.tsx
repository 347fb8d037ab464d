import { Check, Minus } from 'lucide-react';
import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { joinClasses } from '../../ui/join-classes.ts';
import { dateTimeOf } from '../console/format.ts';
import { useMe } from '../console/queries.ts';
import { CaseSection } from './case-section.tsx';
import { storyOf } from './story.ts';

export function CaseStory({ report }: { report: StaffDeathReport }) {
  return (
    <section aria-labelledby="case-story">
      <h3 id="case-story" className="text-title">
        What happened
      </h3>
      <ol className="mt-4">
        {storyOf(report).map(({ at, title, text, isWarning }) => (
          <li
            key={`${at}${title}`}
            className="relative pb-5 pl-6 before:absolute before:top-3.5 before:-bottom-3.5 before:left-0 before:border-l-[1.5px] before:border-thread last:pb-0 last:before:hidden"
          >
            <span
              aria-hidden="true"
              className="absolute top-2 -left-[0.3rem] size-[0.7rem] rounded-full border-[1.5px] border-thread bg-thread"
            />
            {at && <span className="block text-small text-ink-soft tabular-nums">{dateTimeOf(at)}</span>}
            <span className={joinClasses('block font-semibold wrap-anywhere', isWarning && 'text-gold')}>
              {title}
            </span>
            {text && <span className="block text-small text-ink-soft wrap-anywhere">{text}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

export function WhoDecides({ report: { deciders, acts } }: { report: StaffDeathReport }) {
  const me = useMe().data?.id;
  if (!deciders || !acts.includes('approve')) return null;
  return (
    <CaseSection id="who-decides" title="Who decides here">
      <ul className="mt-2 divide-y divide-line">
        {deciders.map(({ id, name, approvedAt, obstacle }) => {
          const Icon = approvedAt ? Check : Minus;
          const part = partOf({ id, approvedAt, obstacle }, me);
          return (
            <li key={id} className="grid grid-cols-[1.25rem_1fr] items-center gap-x-2.5 py-2">
              {approvedAt || obstacle ? (
                <Icon
                  aria-hidden="true"
                  strokeWidth={1.75}
                  className={joinClasses('size-4.5', approvedAt ? 'text-sage' : 'text-ink-soft')}
                />
              ) : (
                <span
                  aria-hidden="true"
                  className="ml-1 size-3 rounded-full border-[1.5px] border-dashed border-line-strong"
                />
              )}
              <span className={joinClasses('wrap-anywhere', !obstacle && 'font-semibold')}>{name}</span>
              <span className="col-start-2 text-small text-ink-soft tabular-nums">{part}</span>
            </li>
          );
        })}
      </ul>
    </CaseSection>
  );
}

type Decider = NonNullable<StaffDeathReport['deciders']>[number];

/** What somebody has done or could do about this report, or why they cannot. */
function partOf({ id, approvedAt, obstacle }: Omit<Decider, 'name'>, me: string | undefined): string {
  if (obstacle) return `not here: ${obstacle}`;
  const verified = approvedAt && `verified ${dateTimeOf(approvedAt)}`;
  if (id === me) return verified ? `you, ${verified}` : 'you';
  return verified ?? 'could';
}
