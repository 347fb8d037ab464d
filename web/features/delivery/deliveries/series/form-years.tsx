import { Check } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { lazyComponent } from '../../../../lib/lazy.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { FieldError } from '../../../../ui/field.tsx';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { previewPath } from '../../../memories/memories/memories.ts';
import { ManyYears } from './many-years.tsx';
import type { PlannedYear } from './planned-years.ts';
import { withYear } from './series-plan.ts';
import { countYears, kindOf } from './series-words.ts';
import type { SeriesForm } from './use-series-plan.ts';
import { writePath, YearActions, type YearItem, yearNotes } from './year-items.tsx';

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

/** What goes in each year: its own, or the same in all of them. */
export function FormYears({ form, person, error }: FormYearsProps) {
  const { plan, change, years, memories } = form;
  const [, navigate] = useLocation();
  /** The year that is asked about, or the memory of all. */
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

function formItems(
  { plan, change, years }: SeriesForm,
  person: Recipient,
  { ask, navigate }: { ask: (year: PlannedYear) => void; navigate: (path: string) => void },
): YearItem[] {
  const { day, isSame, sameMemoryId } = plan;
  if (!day) return [];
  return years.map((each) => {
    const { year, content, scheduled, unapproved } = each;
    const isOwn = isSame && (content?.id !== sameMemoryId || scheduled !== null);
    return {
      year,
      kind: content ? (isOwn ? 'own' : 'usual') : 'empty',
      notes: yearNotes(each, day),
      memory: content && { ...content, kind: kindOf(content), href: previewPath(content.id, person.id) },
      emptyText: unapproved ? `“${unapproved.title}” is not approved yet` : 'Nothing yet',
      mark: scheduled && (
        <Badge tone="sage" icon={Check}>
          Scheduled
        </Badge>
      ),
      actions: !scheduled && (
        <YearActions
          year={year}
          isEmpty={!content}
          onWrite={() => {
            // The draft is kept when this page is left.
            change({ writing: year });
            navigate(writePath(person.id));
          }}
          onAsk={() => ask(each)}
        />
      ),
    };
  });
}
