import type { ActKind, OpenAct } from '../../../shared/outbox/logged-acts.ts';
import { Link } from '../../ui/link.tsx';
import { dateTimeOf } from '../console/format.ts';

const actLabels: Record<ActKind, string> = {
  declining: 'a recipient said whether they want to receive anything more',
  disowning: 'somebody said whether what they received is for them',
  guardian: 'a guardian answered about a letter, and the child has no guardian here',
  'sign-of-life': 'somebody said that the owner is alive',
  'release-revoked': 'a release was revoked, because the owner is alive',
  'account-erased': 'an account was erased',
};

/** What was done after the restored backup was made, and is missing here. Nothing can be released until it has been repeated. */
export function OpenActs({ acts }: { acts: OpenAct[] }) {
  if (acts.length === 0) return null;
  return (
    <>
      <p className="mt-2 text-small font-semibold">
        Before deliveries can be released, this has to be done again, since the database has forgotten it:
      </p>
      <ul className="list-disc pl-5 text-small">
        {acts.map(({ id, at, kind, ownerId, reportId }) => (
          <li key={id}>
            {dateTimeOf(at)}: {actLabels[kind]}.{' '}
            <Link href={reportId ? `/admin/death-reports?q=${reportId}` : `/admin/people/${ownerId}`}>
              {reportId ? 'Open the report' : 'Open the account'}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
