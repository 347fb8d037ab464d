import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import type { Rehearsal } from '../../../../shared/delivery/rehearsal.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/read-failure.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { momentsOf } from './death-view.ts';
import { GapCard } from './gap-card.tsx';
import { PromiseLine } from './promise-line.tsx';
import { useRehearsal } from './queries.ts';
import { RehearsalSkeleton } from './rehearsal-skeleton.tsx';
import { Way } from './way.tsx';
import { describeHearing } from './words.ts';
import { yearsOf } from './years.ts';
import { YearsView } from './years-view.tsx';

const titles: Record<Rehearsal['as'], string> = { death: 'If you died today', years: 'Over the years' };

interface RehearsalPageProps {
  /** Says how many quiet days there are after a death, and changes them. */
  quietDays: ReactNode;
}

/** Who would receive what, when and how, at `/rehearsal`; `?as=years` for whatever happens. Looking at it sends nothing. */
export function RehearsalPage({ quietDays }: RehearsalPageProps) {
  const [search, setSearch] = useSearchParams();
  const as = search.get('as') === 'years' ? 'years' : 'death';
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto w-full max-w-[calc(var(--container-page)+3rem)] px-4.5 pb-20 outline-none md:px-6"
    >
      <title>{`${titles[as]} · Long After`}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5 pt-6 md:pt-10">
        <h1 className="text-display">{titles[as]}</h1>
        <SegmentedControl
          label="What to look at"
          isLabelHidden
          className="max-md:w-full md:min-w-88"
          value={as}
          onChange={(next) => setSearch(next === 'death' ? {} : { as: next })}
          choices={[
            { value: 'death', label: titles.death },
            { value: 'years', label: titles.years },
          ]}
        />
      </div>
      <Loaded
        query={useRehearsal(as)}
        skeleton={<RehearsalSkeleton />}
        what="the rehearsal"
        safe="Everything you have left is safe, and nothing was sent."
        headingLevel={2}
      >
        {(rehearsal) => {
          if (rehearsal.lines.length === 0) return <NothingYet />;
          return rehearsal.death ? (
            <AfterDeath rehearsal={rehearsal} quietDays={quietDays} />
          ) : (
            <OverTheYears rehearsal={rehearsal} />
          );
        }}
      </Loaded>
    </main>
  );
}

function AfterDeath({ rehearsal, quietDays }: RehearsalPageProps & { rehearsal: Rehearsal }) {
  const { email } = useSessionUser();
  const [would, wouldNot] = describeHearing(rehearsal.reached, rehearsal.missed);
  return (
    <>
      <Lead strong={would}>
        {wouldNot} This is a rehearsal: looking at it sends nothing and tells nobody.
      </Lead>
      <GapCard gaps={rehearsal.gaps} timeZone={rehearsal.timezone} />
      <div className="mt-11 md:mt-15">
        <Way moments={momentsOf(rehearsal)} quietDays={quietDays} />
      </div>
      <PromiseLine rehearsal={rehearsal} />
      <p className="mt-5 max-w-[64ch] text-[1.0625rem] text-ink-soft wrap-anywhere">
        “Send it to me” writes to {email} what they would get, marked as a rehearsal.
      </p>
    </>
  );
}

function OverTheYears({ rehearsal }: { rehearsal: Rehearsal }) {
  const years = yearsOf(rehearsal);
  return (
    <>
      <Lead strong={years.lead[0]}>{years.lead[1]}</Lead>
      <YearsView years={years} />
    </>
  );
}

function Lead({ strong, children }: { strong: string; children: ReactNode }) {
  return (
    <p className="mt-5 max-w-[54ch] text-[1.25rem] leading-snug text-ink-soft wrap-anywhere md:text-[1.375rem]">
      <strong className="font-medium text-ink">{strong}</strong> {children}
    </p>
  );
}

function NothingYet() {
  return (
    <EmptyState
      headingLevel={2}
      title="Nothing waits for anybody yet"
      description="Once you have chosen a day or a person for something, you see here what would come of it. Looking at it sends nothing and tells nobody."
      action={<ButtonLink href="/schedule">Choose the first day</ButtonLink>}
    />
  );
}
