import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Rehearsal } from '../../../../shared/delivery/rehearsal.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/read-failure.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { momentsOf } from './death-view.ts';
import { describeHearing } from './describe-rehearsal.ts';
import { GapCard } from './gap-card.tsx';
import { PromiseLine } from './promise.tsx';
import { useRehearsal } from './queries.ts';
import { RehearsalSkeleton } from './rehearsal-skeleton.tsx';
import { Way } from './way.tsx';
import { yearsOf } from './years.ts';
import { YearsView } from './years-view.tsx';

const titles: Record<Rehearsal['as'], string> = { death: 'If you died today', years: 'Over the years' };

interface RehearsalPageProps {
  /** Shows how many quiet days there are after a death, and changes them. */
  quietDays: ReactNode;
}

/** Who would receive what, when and how, at `/rehearsal`; `?as=years` shows it for every case. Looking at it sends nothing. */
export function RehearsalPage({ quietDays }: RehearsalPageProps) {
  const [search, setSearch] = useSearchParams();
  const as = search.get('as') === 'years' ? 'years' : 'death';
  const [isWhole, setWhole] = useState(false);
  const query = useRehearsal(as, isWhole);
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
        query={query}
        skeleton={<RehearsalSkeleton as={as} />}
        what="the rehearsal"
        safe="Everything you have left is safe, and nothing was sent."
        headingLevel={2}
      >
        {(rehearsal) => {
          if (rehearsal.lines.length === 0) return <NothingYet />;
          const rest = (
            <Rest
              count={rehearsal.linesLeft}
              isReading={query.isPlaceholderData}
              onShow={() => setWhole(true)}
            />
          );
          return rehearsal.death ? (
            <AfterDeath rehearsal={rehearsal} quietDays={quietDays} rest={rest} />
          ) : (
            <OverTheYears rehearsal={rehearsal} rest={rest} />
          );
        }}
      </Loaded>
    </main>
  );
}

interface ViewProps {
  rehearsal: Rehearsal;
  /** Shown below the lines, if there are more. */
  rest: ReactNode;
}

function AfterDeath({ rehearsal, quietDays, rest }: RehearsalPageProps & ViewProps) {
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
      {rest}
      <PromiseLine rehearsal={rehearsal} />
      <p className="mt-5 max-w-[64ch] text-[1.0625rem] text-ink-soft wrap-anywhere">
        “Send it to me” writes to <EmailText>{email}</EmailText> what they would get, marked as a rehearsal.
      </p>
    </>
  );
}

function OverTheYears({ rehearsal, rest }: ViewProps) {
  const years = yearsOf(rehearsal);
  return (
    <>
      <Lead strong={years.lead[0]}>{years.lead[1]}</Lead>
      <YearsView years={years} />
      {rest}
    </>
  );
}

interface RestProps {
  count: number;
  isReading: boolean;
  onShow: () => void;
}

/** A long plan is listed from its beginning; the sums above cover all of it. */
function Rest({ count, isReading, onShow }: RestProps) {
  if (count === 0) return null;
  return (
    <p className="mt-9">
      <Button variant="quiet" isPending={isReading} pendingLabel="Reading them" onPress={onShow}>
        {`Show ${count === 1 ? 'one more' : `${count.toLocaleString('en-US')} more`}`}
      </Button>
    </p>
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
