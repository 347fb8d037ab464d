import { Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import type { TrustedPage, TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { joinClasses } from '../../../ui/join-classes.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PeopleList } from './people-list.tsx';
import { dayOfDeath, firstWord, needsHelp } from './phrases.ts';
import { Opening, TrustedFrame } from './trusted-frame.tsx';
import type { TrustedLink } from './use-trusted.ts';

const AliveAfterAll = lazyComponent(async () => (await import('./alive-after-all.tsx')).AliveAfterAll);
const WordsBack = lazyComponent(async () => (await import('./words-back.tsx')).WordsBack);
const PersonPanel = lazyComponent(async () => (await import('./person-panel.tsx')).PersonPanel);

/**
 * The people, and beside them the chosen one, or at first somebody who needs help. On a phone one replaces
 * the other; the choice is in the URL, so that the back button works.
 */
export function OpenPage({ page, link }: { page: TrustedPage; link: TrustedLink }) {
  const [search, setSearch] = useSearchParams();
  const { people, ownerFirstName, contactName } = page;
  const chosen = people.find(({ id }) => id === search.get('person'));
  const shown = chosen ?? people.find(needsHelp);
  useReturnToList(chosen?.id);
  const choose = ({ id }: TrustedPerson) => setSearch({ person: id }, { replace: chosen !== undefined });

  const title = `${firstWord(contactName)}, ${ownerFirstName} asked you to help.`;

  return (
    <TrustedFrame contactName={contactName}>
      {chosen && <h1 className="sr-only lg:hidden">{title}</h1>}
      <div className={chosen && 'max-lg:hidden'}>
        <Opening title={title}>
          <p>
            {page.ownerName} died {dayOfDeath(page)}. Below are the people {ownerFirstName} wrote down. You
            can see whether we have reached them, and correct what is wrong. You cannot see what was left.
          </p>
        </Opening>
        {page.noteToContacts && <OwnersNote ownerFirstName={ownerFirstName} note={page.noteToContacts} />}
      </div>
      <div className="grid grid-cols-1 items-start gap-x-18 pb-16 md:pb-26 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.32fr)]">
        <PeopleList
          people={people}
          ownerFirstName={ownerFirstName}
          shown={shown}
          className={chosen && 'max-lg:hidden'}
          onChoose={choose}
        >
          <Suspense fallback={null}>
            <AliveAfterAll page={page} link={link} />
          </Suspense>
        </PeopleList>
        {shown ? (
          <Suspense fallback={<Skeleton className={joinClasses('h-120', !chosen && 'max-lg:hidden')} />}>
            <PersonPanel
              key={shown.id}
              person={shown}
              people={people}
              isChosen={chosen !== undefined}
              ownerFirstName={ownerFirstName}
              link={link}
              onBack={() => setSearch({})}
            />
          </Suspense>
        ) : (
          people.length > 0 && (
            <p className="text-lead text-ink-soft max-lg:hidden">
              Choose a person to see here how we reach them, and to correct what is wrong.
            </p>
          )
        )}
      </div>
      {page.wordsBack.length > 0 && (
        <div className={chosen && 'max-lg:hidden'}>
          <Suspense fallback={null}>
            <WordsBack page={page} />
          </Suspense>
        </div>
      )}
    </TrustedFrame>
  );
}

/** Back in the list, the focus is on the person who was open. */
function useReturnToList(chosenId: string | undefined) {
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (!chosenId && last.current)
      document.querySelector<HTMLElement>(`a[href="?person=${last.current}"]`)?.focus();
    last.current = chosenId;
  }, [chosenId]);
}

function OwnersNote({ ownerFirstName, note }: { ownerFirstName: string; note: string }) {
  return (
    <figure className="mb-14 max-w-letter border-l-[1.5px] border-thread pl-5 md:pl-7">
      <figcaption className="text-small wrap-anywhere text-ink-soft">
        {ownerFirstName} wrote to you
      </figcaption>
      <blockquote className="mt-1.5 font-serif text-letter wrap-anywhere whitespace-pre-line">
        {note}
      </blockquote>
    </figure>
  );
}
