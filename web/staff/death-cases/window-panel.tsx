import { useQuery } from '@tanstack/react-query';
import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import type { StaffWindow, StaffWindowAnswer } from '../../../shared/after-death/staff-windows.ts';
import { listNames } from '../../../shared/names.ts';
import { Button } from '../../ui/button.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { counted, dateTimeOf } from '../console/format.ts';
import { KeyHint } from '../console/list-keys.tsx';
import { staffKey } from '../console/queries.ts';
import { CaseSection, ReadAgain } from './case-section.tsx';
import { goingOutLines, whatContactsSaid } from './window-facts.ts';
import { Asked, WindowThread } from './window-thread.tsx';

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
