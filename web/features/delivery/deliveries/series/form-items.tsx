import { Check } from 'lucide-react';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { previewPath } from '../../../memories/memories/memories.ts';
import type { PlannedYear } from './planned-years.ts';
import { kindOf } from './series-words.ts';
import type { SeriesForm } from './use-series-plan.ts';
import { writePath, YearActions, type YearItem, yearNotes } from './year-items.tsx';

/** The years of a plan as shown on the line: what is already scheduled stays unchanged. */
export function formItems(
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
            // The draft is saved when this page is left.
            change({ writing: year });
            navigate(writePath(person.id));
          }}
          onAsk={() => ask(each)}
        />
      ),
    };
  });
}
