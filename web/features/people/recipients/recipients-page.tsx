import { Plus, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Page } from '../../../ui/page.tsx';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { useRecipients } from './queries.ts';
import { RecipientCard } from './recipient-card.tsx';
import { useRecipientDeletion } from './recipient-deletion.tsx';
import { RecipientsSkeleton, recipientGrid } from './recipients-skeleton.tsx';

const RecipientDialog = lazy(async () => ({
  default: (await import('./recipient-dialog.tsx')).RecipientDialog,
}));

type Editing = Recipient | 'new' | null;

/** `?edit=<id>` opens that person's entry, for the links in mails and lists. */
export function RecipientsPage() {
  const { data: recipients, isPending, isFetching, refetch } = useRecipients();
  const [search, setSearch] = useSearchParams();
  const [chosen, setEditing] = useState<Editing>(null);
  const editing = chosen ?? recipients?.find(({ id }) => id === search.get('edit')) ?? null;
  const add = () => setEditing('new');
  function close() {
    setEditing(null);
    if (search.has('edit')) setSearch({}, { replace: true });
  }
  return (
    <Page
      title="Recipients"
      lead="The people you leave something to. They need no account."
      actions={
        <PageActions isFetching={isFetching} onRefresh={() => void refetch()}>
          {recipients?.length !== 0 && <AddButton onAdd={add} />}
        </PageActions>
      }
    >
      <title>Recipients · Long After</title>
      {isPending && <RecipientsSkeleton />}
      {recipients && <RecipientGrid recipients={recipients} onAdd={add} onEdit={setEditing} />}
      {!isPending && !recipients && (
        <ReadFailure
          headingLevel={2}
          what="your recipients"
          safe="Everyone you have added is safe."
          isRetrying={isFetching}
          onRetry={refetch}
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
  /** The main action, except on the empty page, which shows it in the middle. */
  children: ReactNode;
}

function PageActions({ isFetching, onRefresh, children }: PageActionsProps) {
  return (
    <div className="flex items-center gap-2 max-md:flex-row-reverse">
      <IconButton
        label="Refresh"
        isDisabled={isFetching}
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
  onAdd: () => void;
  onEdit: (recipient: Recipient) => void;
}

function RecipientGrid({ recipients, onAdd, onEdit }: RecipientGridProps) {
  const deleteRecipient = useRecipientDeletion();
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
  return (
    <ul className={recipientGrid}>
      {recipients.map((recipient) => (
        <li key={recipient.id}>
          <RecipientCard
            recipient={recipient}
            onEdit={() => onEdit(recipient)}
            onDelete={() => void deleteRecipient(recipient)}
          />
        </li>
      ))}
    </ul>
  );
}
