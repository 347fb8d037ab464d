import { useQuery } from '@tanstack/react-query';
import type {
  StaffDeathReport,
  StaffWindow,
  StaffWindowAnswer,
} from '../../../shared/after-death/staff-death-reports.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { listNames } from '../../../shared/list-names.ts';
import { Button } from '../../ui/button.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { counted, dateTimeOf, shortDay, staffTime, staffTimeZone } from '../console/format.ts';
import { KeyHint } from '../console/list-keys.tsx';
import { staffKey } from '../console/queries.ts';
import { CaseSection, ReadAgain } from './case-section.tsx';
import { asksByDay, channelName, goingOutLines, stepsOf, whatContactsSaid } from './window-facts.ts';

interface WindowPanelProps {
  report: StaffDeathReport;
  onStop: () => void;
}

export function WindowPanel({ report, onStop }: WindowPanelProps) {
  const reading = useQuery<StaffWindowAnswer>({ queryKey: staffKey('death-reports', report.id, 'window') });
  const window = reading.data?.window;
  return (
    <CaseSection id="window" title="The days to object">
      <ReadAgain reading={reading} failure="We could not show this window." />
      {window && <WindowShown window={window} name={report.person.name} nowMs={Date.now()} />}
      {report.acts.includes('stop') && (
        <div className="mt-5 grid gap-3">
          <p className="text-small text-ink-soft">
            Stopping puts the case back before us. It costs nothing but days, and the trusted contacts are
            told.
          </p>
          <Button variant="quiet" size="small" className="justify-self-start" onPress={onStop}>
            Stop it <KeyHint>S</KeyHint>
          </Button>
        </div>
      )}
    </CaseSection>
  );
}

export function WindowShown({ window, name, nowMs }: { window: StaffWindow; name: string; nowMs: number }) {
  return (
    <div className="mt-4 grid gap-6">
      <WindowThread window={window} nowMs={nowMs} />
      <Asked window={window} name={name} />
      <p className="text-small text-ink-soft">{whatContactsSaid(window)}</p>
      <GoesOut window={window} />
    </div>
  );
}

/** Solid as far as it has gone, dotted to its end. */
function WindowThread({ window, nowMs }: { window: StaffWindow; nowMs: number }) {
  const steps = stepsOf(window, nowMs);
  return (
    <ol className="grid gap-y-4 md:grid-flow-col md:auto-cols-fr">
      {steps.map(({ at, label, isPast }, index) => (
        <li key={at} className="relative pl-8 leading-snug md:pt-7 md:pl-0">
          <span
            aria-hidden="true"
            className={joinClasses(
              'absolute top-1.5 left-0 z-1 size-3.5 rounded-full border-[1.5px] border-thread md:top-0',
              isPast ? 'bg-thread' : 'bg-card',
            )}
          />
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={joinClasses(
                'absolute border-thread max-md:top-5 max-md:-bottom-5 max-md:left-1.5 max-md:border-l-[1.5px] md:top-1.5 md:right-0 md:left-3.5 md:border-t-[1.5px]',
                steps[index + 1]?.isPast ? '' : 'border-dashed',
              )}
            />
          )}
          <span className="block font-serif text-lead lining-nums">{shortDay(at)}</span>
          <span className="block text-small text-ink-soft tabular-nums">{staffTime(at)}</span>
          <span className="block text-small text-ink-soft">{label}</span>
        </li>
      ))}
    </ol>
  );
}

function Asked({ window, name }: { window: StaffWindow; name: string }) {
  const zone = staffTimeZone();
  if (window.channels.length === 0) return <p className="text-small">{name} has not been asked yet.</p>;
  const [next] = window.nextAsks;
  return (
    <div>
      <h4 className="font-sans text-base font-semibold">{name} was asked</h4>
      <dl className="mt-1 divide-y divide-line border-y border-line text-small">
        {window.channels.map((channel) => (
          <div
            key={`${channel.channel}${channel.ending ?? ''}`}
            className="grid gap-x-6 py-2.5 md:grid-cols-[14rem_1fr]"
          >
            <dt className="font-medium">{channelName(channel)}</dt>
            <dd className="text-ink-soft tabular-nums">
              {asksByDay(channel.asks, zone).map(({ day, words, isGood }) => (
                <span key={day} className={joinClasses('block', isGood ? '' : 'font-medium text-gold')}>
                  {day}: {words}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-small text-ink-soft">
        {next
          ? `Asked next: ${formatDateTime(next, zone)}.`
          : 'All messages of this window have been written.'}
      </p>
    </div>
  );
}

function GoesOut({ window }: { window: StaffWindow }) {
  const { deliveries, people } = window.goesOut;
  return (
    <div>
      <h4 className="font-sans text-base font-semibold">What goes out on {dateTimeOf(window.endsAt)}</h4>
      <p className="mt-1 font-serif text-lead lining-nums">
        {deliveries === 0
          ? 'Nothing at that moment'
          : `${counted(deliveries, 'delivery', 'deliveries')} to ${counted(people, 'person', 'people')}`}
      </p>
      <p className="text-small text-ink-soft">What is in them nobody here can see.</p>
      <ul className="mt-2 divide-y divide-line border-y border-line text-small">
        {goingOutLines(window.goesOut).map(({ words, isWarning }) => (
          <li key={words} className={joinClasses('py-2', isWarning ? 'font-medium text-gold' : '')}>
            {words}
          </li>
        ))}
        {window.contacts.length > 0 && (
          <li className="py-2">
            {listNames(window.contacts.map(({ name }) => name))} get{window.contacts.length === 1 && 's'} a
            page as trusted contact{window.contacts.length > 1 && 's'}
          </li>
        )}
      </ul>
    </div>
  );
}
