import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { lazyComponent } from '../../../../lib/lazy.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldError } from '../../../../ui/field.tsx';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { formItems } from './form-items.tsx';
import { ManyYears } from './many-years.tsx';
import type { PlannedYear } from './planned-years.ts';
import { withYear } from './series-plan.ts';
import { countYears } from './series-words.ts';
import type { SeriesForm } from './use-series-plan.ts';

const MemoryDialog = lazyComponent(async () => (await import('./memory-dialog.tsx')).MemoryDialog);

const modes = [
  { value: 'each', label: 'Something for each year' },
  { value: 'same', label: 'The same every year' },
] as const;

interface FormYearsProps {
  form: SeriesForm;
  person: Recipient;
  error: string | undefined;
}

/** The memory of each year: its own, or the same in all years. */
export function FormYears({ form, person, error }: FormYearsProps) {
  const { plan, change, years, memories } = form;
  const [, navigate] = useLocation();
  /** The year whose memory is being chosen, or 'same' for all years. */
  const [asked, setAsked] = useState<PlannedYear | 'same' | null>(null);
  const items = formItems(form, person, { ask: setAsked, navigate });

  const same = memories.data?.find(({ id }) => id === plan.sameMemoryId);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-7 gap-y-2.5">
        <SegmentedControl
          label="What goes"
          isLabelHidden
          className="max-md:w-full md:min-w-110"
          value={plan.isSame ? 'same' : 'each'}
          choices={modes}
          onChange={(mode) => {
            change({ isSame: mode === 'same' });
            if (mode === 'same' && !same) setAsked('same');
          }}
        />
        <p aria-live="polite" className="text-small text-ink-soft">
          {countYears(years.map(({ year }) => year))}
        </p>
      </div>
      {plan.isSame && (
        <p className="mt-5 flex flex-wrap items-baseline gap-x-3 text-lead">
          <span className="font-serif wrap-anywhere">{same ? `“${same.title}”` : 'Nothing chosen yet'}</span>
          <Button variant="text" onPress={() => setAsked('same')}>
            {same ? 'Change' : 'Choose one'}
            <span className="sr-only"> for every year</span>
          </Button>
        </p>
      )}
      <FieldError>{error}</FieldError>
      <div className="mt-6 md:mt-8">
        <ManyYears label={`Years for ${person.firstName}`} items={items} isSame={plan.isSame} />
      </div>
      <Suspense fallback={null}>
        {asked && (
          <MemoryDialog
            {...dialogOf(asked)}
            memories={memories.data ?? []}
            recipientId={person.id}
            value={asked === 'same' ? plan.sameMemoryId : (asked.content?.id ?? null)}
            onClose={() => setAsked(null)}
            onChoose={(memoryId) => {
              setAsked(null);
              change(asked === 'same' ? { sameMemoryId: memoryId } : withYear(plan, asked.year, memoryId));
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function dialogOf(asked: PlannedYear | 'same') {
  if (asked === 'same') return { title: 'The same every year', action: 'Use it every year' };
  const { year, content } = asked;
  return {
    title: `Something for ${year}`,
    action: `Put it in ${year}`,
    emptyLabel: content ? `Leave ${year} empty` : undefined,
  };
}
