import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { ButtonLink } from '../../../../ui/button-link.tsx';
import { useProfile } from '../../../accounts/auth/sessions/queries.ts';
import { listBegun, NoticeLine } from '../../../memories/memories/drafts/drafts.ts';
import { useServerDrafts } from '../../../memories/memories/drafts/queries.ts';
import { useRecipients } from '../../../people/recipients/queries.ts';
import { newSeriesPath } from './asked-series.ts';
import { fromDraft, parseDraft, seriesDraftKind } from './series-draft.ts';
import type { SeriesPlan } from './series-plan.ts';

/** Leads back to unfinished series, together with what was written for one of its years meanwhile, if somebody comes from there. */
export function BegunSeries() {
  const [search] = useSearchParams();
  // The form removes it from the URL at once.
  const [written] = useState(() => search.get('memory'));
  const { data: profile } = useProfile();
  const { data: recipients } = useRecipients();
  const { list } = useServerDrafts();
  const drafts = profile ? listBegun(profile.id, list, (kind) => kind === seriesDraftKind, parseDraft) : [];
  const plans = drafts.map(({ values }) => fromDraft(values));
  return recipients?.map((person) => {
    const plan = plans.find(({ recipientId }) => recipientId === person.id);
    return plan && <BegunFor key={person.id} person={person} plan={plan} written={written} />;
  });
}

interface BegunForProps {
  person: Pick<Recipient, 'id' | 'firstName'>;
  plan: SeriesPlan;
  /** The id of the memory that was just written. */
  written: string | null;
}

function BegunFor({ person, plan, written }: BegunForProps) {
  const year = written === null ? null : plan.writing;
  return (
    <NoticeLine
      action={
        <ButtonLink
          variant="text"
          size="small"
          href={newSeriesPath({ recipientId: person.id, memoryId: year === null ? null : written })}
        >
          {year === null ? 'Carry on with it' : `Put it in ${year}`}
        </ButtonLink>
      }
    >
      {year === null
        ? `You have begun something for every year, for ${person.firstName}.`
        : `You were writing this for ${year}, for ${person.firstName}.`}
    </NoticeLine>
  );
}
