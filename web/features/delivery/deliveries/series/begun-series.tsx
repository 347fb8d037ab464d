import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { ButtonLink } from '../../../../ui/button-link.tsx';
import { useProfile } from '../../../accounts/auth/sessions/queries.ts';
import { listBegun, NoticeLine } from '../../../memories/memories/drafts/drafts.ts';
import { useServerDrafts } from '../../../memories/memories/drafts/queries.ts';
import { useRecipients } from '../../../people/recipients/queries.ts';
import { newSeriesPath } from './asked-series.ts';
import { fromDraft, parseDraft, seriesDraftKind } from './series-draft.ts';

/** Leads back to an unfinished series, together with what was written for one of its years meanwhile, if somebody comes from there. */
export function BegunSeries() {
  const [search] = useSearchParams();
  // The form removes it from the URL at once.
  const [written] = useState(() => search.get('memory'));
  const { data: profile } = useProfile();
  const { data: recipients } = useRecipients();
  const { list } = useServerDrafts();
  const [draft] = profile ? listBegun(profile.id, list, (kind) => kind === seriesDraftKind, parseDraft) : [];
  const plan = draft && fromDraft(draft.values);
  const person = recipients?.find(({ id }) => id === plan?.recipientId);
  if (!plan || !person) return null;
  const year = written === null ? null : plan.writing;
  return (
    <NoticeLine
      action={
        <ButtonLink
          variant="text"
          size="small"
          href={newSeriesPath({ memoryId: year === null ? null : written })}
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
