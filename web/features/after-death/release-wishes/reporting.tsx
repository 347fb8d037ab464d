import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { RadioGroup } from '../../../ui/choice-group.tsx';
import { Link } from '../../../ui/link.tsx';
import { useChoice } from './use-choice.ts';
import { describeDelay } from './wishes.ts';

const reporters = [
  {
    value: 'anyone',
    label: 'Anyone who knows you',
    description: 'They need proof, such as the death certificate. We check it, and ask you first.',
  },
  {
    value: 'trusted_contacts',
    label: 'Your trusted contacts',
    description:
      'If somebody else reports it, two different people here must accept the proof. We tell nobody that you have an account.',
  },
] as const;

interface ReportingProps {
  wishes: ReleaseWishes;
  timeZone: string;
}

export function Reporting({ wishes, timeZone }: ReportingProps) {
  const { shown, choose } = useChoice(wishes);
  const delay = describeDelay(wishes, 'reporters', timeZone);
  return (
    <div className="grid gap-3">
      <RadioGroup
        label="Who may report your death"
        isLabelHidden
        choices={reporters}
        value={shown.reporters}
        onChange={(value) => void choose({ reporters: value })}
      />
      {delay && <p className="max-w-measure text-gold">{delay}</p>}
      {shown.reporters === 'trusted_contacts' && wishes.trustedContacts.length === 0 && (
        <p className="max-w-measure text-gold">
          You have named no trusted contact yet, so every report would take two of us.{' '}
          <Link href="/recipients">Choose one of your recipients</Link>
        </p>
      )}
    </div>
  );
}
