import { ChevronLeft, Plus } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { lazyComponent } from '../../../../lib/lazy.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { ButtonLink } from '../../../../ui/button-link.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { Link } from '../../../../ui/link.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { useRecipients } from '../../../people/recipients/queries.ts';
import {
  type AskedField,
  CheckAddresses,
  RecipientDialog,
  useRecipientDeletion,
  useSayDied,
} from '../../../people/recipients/recipients.ts';
import { useSchedules } from '../schedules/queries.ts';
import { useToday } from '../schedules/use-now.ts';
import { newSeriesPath, seriesPath } from '../series/asked-series.ts';
import { DeathNote, SummaryAfterDeath } from './death-note.tsx';
import { lifeOf } from './life.ts';
import { layOutLife } from './life-layout.ts';
import { LifeView } from './life-view.tsx';
import { isReached, missingFor } from './missing.ts';
import { MissingList } from './missing-list.tsx';
import { PersonDetails } from './person-details.tsx';
import { SaidByThem } from './said-by-them.tsx';
import { shortName } from './short-name.ts';
import { PersonSkeleton } from './skeletons.tsx';
import { SummaryLine, summarize } from './summary.tsx';
import { waitingFor } from './waiting.ts';

/** Belongs to the page of a series, and is asked here too, because birthdays are corrected here. */
const BirthdayQuestions = lazyComponent(
  async () => (await import('../series/birthday-question.tsx')).BirthdayQuestions,
);

/** `/recipients/check` asks whether all addresses are still right; any other path is a person. */
export function PersonPage() {
  const { id } = useParams<{ id: string }>();
  if (id !== 'check') return <OnePerson id={id} />;
  return (
    <Suspense fallback={null}>
      <CheckAddresses />
    </Suspense>
  );
}

/** Everything for one person, at `/recipients/:id`; `?ask=email` opens their details at that field, for links from elsewhere. */
function OnePerson({ id }: { id: string }) {
  const recipients = useRecipients();
  const schedules = useSchedules();
  const today = useToday();
  const person = recipients.data?.find((each) => each.id === id);
  const isPending = recipients.isPending || schedules.isPending;
  const isFetching = recipients.isFetching || schedules.isFetching;
  function retry() {
    void recipients.refetch();
    void schedules.refetch();
  }
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto w-full max-w-[calc(var(--container-page)+3rem)] px-4.5 pb-20 outline-none md:px-6"
    >
      <p className="pt-2 md:pt-5">
        <Link
          href="/recipients"
          variant="plain"
          className="inline-flex min-h-11 items-center gap-2 rounded-small text-small text-ink-soft hover:text-ink"
        >
          <ChevronLeft aria-hidden="true" className="size-4.5" strokeWidth={1.5} />
          Recipients
        </Link>
      </p>
      {isPending && <PersonSkeleton />}
      {person && schedules.data && <LoadedPerson person={person} schedules={schedules.data} today={today} />}
      {recipients.data && !person && <NotThere />}
      {!isPending && (!recipients.data || (person && !schedules.data)) && (
        <ReadFailure
          headingLevel={1}
          what="this page"
          safe="Everything you have left is safe."
          isRetrying={isFetching}
          onRetry={retry}
        />
      )}
    </main>
  );
}

function NotThere() {
  return (
    <>
      <title>Recipients · Long After</title>
      <EmptyState
        headingLevel={2}
        title="This person is not in your address book"
        description="Perhaps they were removed. Everything else you saved is safe."
        action={<ButtonLink href="/recipients">See your recipients</ButtonLink>}
      />
    </>
  );
}

/** The fields that such links may name. */
const linkedFields = ['email', 'mailingAddress', 'birthday', 'guardianId'] as const satisfies AskedField[];

interface LoadedPersonProps {
  person: Recipient;
  schedules: readonly Schedule[];
  /** YYYY-MM-DD */
  today: string;
}

export function LoadedPerson({ person, schedules, today }: LoadedPersonProps) {
  const [search, setSearch] = useSearchParams();
  const asked = linkedFields.find((field) => field === search.get('ask'));
  const [editing, setEditing] = useState<AskedField | 'all' | null>(asked ?? null);
  const deleteRecipient = useRecipientDeletion();
  const sayDied = useSayDied();
  const [, navigate] = useLocation();
  const waiting = waitingFor(person.id, schedules);
  const called = { ...person, firstName: shortName(person.firstName) };
  const life = lifeOf(called, waiting, today);
  const layout = layOutLife(life);
  async function remove() {
    if (await deleteRecipient(person)) navigate('/recipients');
  }
  function close() {
    setEditing(null);
    if (search.has('ask')) setSearch({}, { replace: true });
  }
  return (
    <>
      <title>{`For ${person.firstName} · Long After`}</title>
      <PersonHeader person={person} seriesId={birthdaySeries(person, waiting)}>
        {person.diedAt ? (
          <SummaryAfterDeath person={person} waiting={waiting} today={today} />
        ) : (
          <SummaryLine {...summarize(waiting, today)} />
        )}
      </PersonHeader>
      <SaidByThem person={person} onAsk={setEditing} />
      <Suspense fallback={null}>{hasSeries(waiting) && <BirthdayQuestions personId={person.id} />}</Suspense>
      <div
        className={joinClasses(
          'grid grid-cols-1 gap-x-16 gap-y-11 md:gap-y-14',
          layout
            ? 'min-[1020px]:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]'
            : 'min-[1020px]:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] min-[1020px]:grid-rows-[auto_1fr]',
        )}
      >
        <div className={joinClasses(layout ? 'col-span-full' : 'min-[1020px]:row-span-2')}>
          <LifeView person={called} life={life} layout={layout} />
        </div>
        {person.diedAt ? (
          <DeathNote person={person} waits={waiting.length > 0} />
        ) : (
          <MissingList
            missing={missingFor(called, waiting, schedules, today)}
            isReached={isReached(person, waiting)}
            firstName={called.firstName}
            onAsk={setEditing}
          />
        )}
        <div>
          <PersonDetails
            person={person}
            onEdit={() => setEditing('all')}
            onAddDay={() => setEditing('days')}
            onDied={() => void sayDied(person)}
            onDelete={() => void remove()}
          />
        </div>
      </div>
      <Suspense fallback={null}>
        {editing && (
          <RecipientDialog
            recipient={person}
            asked={editing === 'all' ? undefined : editing}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

function hasSeries(waiting: readonly Schedule[]): boolean {
  return waiting.some(({ seriesId }) => seriesId !== null);
}

/** The series on their birthdays; undefined if there is none yet. */
function birthdaySeries({ birthday }: Recipient, waiting: readonly Schedule[]): string | undefined {
  const onBirthday = waiting.find(
    ({ seriesId, localDate }) => seriesId !== null && localDate.slice(5) === birthday?.slice(5),
  );
  return onBirthday?.seriesId ?? undefined;
}

interface PersonHeaderProps {
  person: Recipient;
  /** The series on their birthdays. */
  seriesId: string | undefined;
  children: ReactNode;
}

function PersonHeader({ person, seriesId, children }: PersonHeaderProps) {
  const { id, firstName, birthday } = person;
  const called = shortName(firstName);
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4.5 gap-y-1.5 pt-1 pb-8 md:grid-cols-[auto_minmax(0,1fr)_auto] md:gap-x-6.5 md:pb-12">
      <div className="md:row-span-2">
        <Avatar name={fullNameOf(person)} size="page" isDecorative />
      </div>
      <h1
        className={joinClasses(
          'leading-tight break-words',
          called === firstName
            ? 'text-[clamp(2.5rem,5vw,3.875rem)]'
            : 'text-[clamp(1.75rem,3.4vw,2.5rem)] wrap-anywhere',
        )}
      >
        For {firstName}
      </h1>
      <p className="col-span-2 font-serif text-[clamp(1.375rem,2.2vw,1.5625rem)] leading-snug text-ink-soft md:col-span-1 md:col-start-2">
        {children}
      </p>
      {person.diedAt ? null : (
        <div className="col-span-2 mt-3.5 grid justify-items-center gap-1 max-md:justify-items-stretch md:col-span-1 md:col-start-3 md:row-span-2 md:row-start-1 md:mt-0">
          <ButtonLink
            href={`/upload?for=${id}`}
            icon={<Plus aria-hidden="true" className="size-5 flex-none" strokeWidth={1.75} />}
          >
            Add something for {called}
          </ButtonLink>
          {birthday && (
            <ButtonLink
              variant="text"
              href={seriesId ? seriesPath(seriesId) : newSeriesPath({ recipientId: id, isFilled: true })}
            >
              {seriesId ? 'What comes every birthday' : 'Something for every birthday'}
            </ButtonLink>
          )}
        </div>
      )}
    </header>
  );
}
