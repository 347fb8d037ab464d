import { CircleAlert, CircleCheck, CircleOff, type LucideIcon } from 'lucide-react';
import type { StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { joinClasses } from '../../ui/join-classes.ts';
import { checkLabels, resultLabels } from './labels.ts';

type Result = StaffMemory['checks'][number]['result'];

const looks: Record<Result, { icon: LucideIcon; tone: string }> = {
  passed: { icon: CircleCheck, tone: 'text-sage' },
  failed: { icon: CircleAlert, tone: 'text-rose' },
  not_set_up: { icon: CircleOff, tone: 'text-gold' },
  not_done: { icon: CircleOff, tone: 'text-ink-soft' },
};

export function CheckList({ checks }: Pick<StaffMemory, 'checks'>) {
  return (
    <ul>
      {checks.map(({ check, result, found }) => {
        const { icon: Icon, tone } = looks[result];
        return (
          <li
            key={check}
            className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 border-t border-line py-2 first:border-t-0 sm:grid-cols-[1.25rem_minmax(0,1fr)_auto] sm:items-center"
          >
            <Icon aria-hidden="true" className={joinClasses('mt-1 size-5 sm:mt-0', tone)} strokeWidth={1.5} />
            <span className={joinClasses(result === 'failed' && 'font-semibold')}>{checkLabels[check]}</span>
            <span
              className={joinClasses(
                'text-small tabular-nums max-sm:col-start-2 sm:text-right',
                result === 'passed' ? 'text-ink-soft' : tone,
              )}
            >
              {found ?? resultLabels[result]}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
