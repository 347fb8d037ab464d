import { Plus, RefreshCw } from 'lucide-react';
import { memo, type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { useHistoryState } from '../../../../lib/use-history-state.ts';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Link } from '../../../../ui/link.tsx';
import { Page } from '../../../../ui/page.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { SearchField } from '../../../../ui/search-field.tsx';
import { useRecipients } from '../../../people/recipients/queries.ts';
import { RecipientDialog, useRecipientDeletion } from '../../../people/recipients/recipients.ts';
import { useSchedules } from '../schedules/queries.ts';
import { useToday } from '../schedules/use-now.ts';
import { RecipientCard } from './recipient-card.tsx';
import { RecipientsSkeleton, recipientGrid } from './skeletons.tsx';
import { lastDayOf, waitingByPerson } from './waiting.ts';

type Editing = Recipient | 'new' | null;

/** `?edit=<id>` opens that person's entry, for links in mails and lists. */
export function RecipientsPage() {
  const { data: recipients, ...people } = useRecipients();
  const { data: schedules, ...planned } = useSchedules();
  const today = useToday();
  const isPending = people.isPending || planned.isPending;
  const isFetching = people.isFetching || planned.isFetching;
  const [search, setSearch] = useSearchParams();
  const [chosen, setEditing] = useState<Editing>(null);
  const editing = chosen ?? recipients?.find(({ id }) => id === search.get('edit')) ?? null;
  const add = () => setEditing('new');
  const refresh = () => void Promise.all([people.refetch(), planned.refetch()]);
  function close() {
    setEditing(null);
    if (search.has('edit')) setSearch({}, { replace: true });
  }
  return (
    <Page
      title="Recipients"
      lead="The people you leave something to. They need no account."
      actions={
        recipients?.length !== 0 && (
          <PageActions isFetching={isFetching} onRefresh={refresh}>
            <AddButton onAdd={add} />
          </PageActions>
        )
      }
    >
      <title>Recipients · Long After</title>
      {isPending && <RecipientsSkeleton />}
      {recipients && schedules && (
        <RecipientGrid
          recipients={recipients}
          schedules={schedules}
          today={today}
          onAdd={add}
          onEdit={setEditing}
        />
      )}
      {recipients && recipients.length > 0 && (
        <p className="mt-7">
          <Link href="/recipients/check" className="inline-flex min-h-11 items-center">
            Look through all addresses
          </Link>
        </p>
      )}
      {!isPending && !(recipients && schedules) && (
        <ReadFailure
          headingLevel={2}
          what="your recipients"
          safe="Everyone you have added is safe."
          isRetrying={isFetching}
          onRetry={refresh}
        />
      )}
      <Suspense fallback={null}>
        {editing && <RecipientDialog recipient={editing === 'new' ? null : editing} onClose={close} />}
      </Suspense>
    </Page>
  );
}

interface PageActionsProps {
  isFetching: boolean;
  onRefresh: () => void;
  children: ReactNode;
}

function PageActions({ isFetching, onRefresh, children }: PageActionsProps) {
  return (
    <div className="flex flex-wrap-reverse items-center gap-2 max-md:flex-row-reverse max-md:justify-end">
      <IconButton
        label="Refresh"
        icon={
          <RefreshCw
            aria-hidden="true"
            className={isFetching ? 'size-5 animate-spin' : 'size-5'}
            strokeWidth={1.5}
          />
        }
        onPress={onRefresh}
      />
      {children}
    </div>
  );
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  return (
    <Button icon={<Plus aria-hidden="true" className="size-5" strokeWidth={1.75} />} onPress={onAdd}>
      Add Recipient
    </Button>
  );
}

interface RecipientGridProps {
  recipients: readonly Recipient[];
  schedules: readonly Schedule[];
  /** YYYY-MM-DD */
  today: string;
  onAdd: () => void;
  onEdit: (recipient: Recipient) => void;
}

/** An owner with more people sees the first ones and searches for the others: with hundreds of cards every typed letter would be slow. */
const pageSize = 48;

/** From this many on, people search for a name rather than reading them all. */
const searchedFrom = 13;

export function RecipientGrid({ recipients, schedules, today, onAdd, onEdit }: RecipientGridProps) {
  const [name, setName] = useState('');
  const [pages, setPages] = useHistoryState('pagesOfRecipients', 1);
  const wanted = useDeferredValue(name);
  const waiting = useMemo(() => waitingByPerson(schedules), [schedules]);
  const lastDay = useMemo(() => lastDayOf(schedules, today), [schedules, today]);
  if (recipients.length === 0) {
    return (
      <EmptyState
        headingLevel={2}
        title="No recipients yet"
        description="Start with one person you would like to leave something to."
        action={<Button onPress={onAdd}>Add your first recipient</Button>}
      />
    );
  }
  function find(typed: string) {
    setName(typed);
    setPages(1);
  }
  const found = recipients.filter((recipient) => matchesPerson(recipient, wanted));
  const shown = found.slice(0, pages * pageSize);
  return (
    <>
      {recipients.length >= searchedFrom && (
        <SearchField label="Search by name" value={name} className="mb-6 max-w-100" onChange={find} />
      )}
      {found.length === 0 && (
        <p role="status" className="text-ink-soft">
          Nobody by that name.
        </p>
      )}
      <ul className={recipientGrid}>
        {shown.map((recipient) => (
          <Item
            key={recipient.id}
            recipient={recipient}
            waiting={waiting.get(recipient.id) ?? nothing}
            today={today}
            lastDay={lastDay}
            onEdit={onEdit}
          />
        ))}
      </ul>
      {shown.length < found.length && (
        <Button variant="quiet" className="mt-6" onPress={() => setPages(pages + 1)}>
          Show more of {found.length}
        </Button>
      )}
    </>
  );
}

const nothing: readonly Schedule[] = [];

interface ItemProps {
  recipient: Recipient;
  waiting: readonly Schedule[];
  today: string;
  lastDay: string;
  onEdit: (recipient: Recipient) => void;
}

const Item = memo(({ recipient, onEdit, ...shared }: ItemProps) => {
  const deleteRecipient = useRecipientDeletion();
  return (
    <li>
      <RecipientCard
        recipient={recipient}
        onEdit={() => onEdit(recipient)}
        onDelete={() => void deleteRecipient(recipient)}
        {...shared}
      />
    </li>
  );
});

function matchesPerson(recipient: Recipient, name: string): boolean {
  return fullNameOf(recipient).toLowerCase().includes(name.trim().toLowerCase());
}
