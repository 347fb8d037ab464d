import type { StaffWindow } from '../../../shared/after-death/staff-windows.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { joinClasses } from '../../ui/join-classes.ts';
import { shortDay, staffTime, staffTimeZone } from '../console/format.ts';
import { asksByDay, channelName, stepsOf } from './window-facts.ts';

/** Solid for the time that has passed, dotted from there to the end. */
export function WindowThread({ window, nowMs }: { window: StaffWindow; nowMs: number }) {
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

export function Asked({ window, name }: { window: StaffWindow; name: string }) {
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
