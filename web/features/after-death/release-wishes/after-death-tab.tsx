import type { User } from '../../../../shared/accounts/accounts.ts';
import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { SettingsSection } from '../../accounts/profile/settings/settings.tsx';
import { NoteToContacts } from './note-to-contacts.tsx';
import { ReleasePreview } from './preview.tsx';
import { useReleaseWishes } from './queries.ts';
import { Reporting } from './reporting.tsx';
import { SecondEmail } from './second-email.tsx';
import { SheetSection } from './sheet-section.tsx';
import { Substitutes } from './substitutes.tsx';
import { QuietDays, Waiting } from './waiting.tsx';

/** What the owner chooses about reports of their death, and what comes after. Each choice is saved at once. */
export function AfterDeathTab({ profile }: { profile: User }) {
  const { data: wishes, isPending, isFetching, refetch } = useReleaseWishes();
  if (wishes) return <Choices profile={profile} wishes={wishes} />;
  if (isPending) return <ChoicesSkeleton />;
  return (
    <ReadFailure
      what="what you chose"
      safe="It is as you left it."
      isRetrying={isFetching}
      onRetry={refetch}
    />
  );
}

function Choices({ profile, wishes }: { profile: User; wishes: ReleaseWishes }) {
  const { timezone: timeZone } = profile;
  return (
    <>
      <SettingsSection
        title="If somebody reported your death"
        lead="Suppose we accepted proof of it today. This would follow."
      >
        <ReleasePreview profile={profile} wishes={wishes} />
        <ButtonLink href="/rehearsal" variant="quiet" size="small" className="mt-5">
          See who would receive what
        </ButtonLink>
      </SettingsSection>
      <SettingsSection title="A sheet for your papers">
        <SheetSection wishes={wishes} timeZone={timeZone} />
      </SettingsSection>
      <SettingsSection
        title="A second address"
        lead="We ask you there too, in case you cannot read the first. Nothing else is sent there, except to protect it."
      >
        <SecondEmail profile={profile} wishes={wishes} />
      </SettingsSection>
      <SettingsSection title="Who may report your death">
        <Reporting wishes={wishes} timeZone={timeZone} />
      </SettingsSection>
      <SettingsSection
        title="How long we wait for your answer"
        lead="During this time we ask you again and again, and nothing for after your death is given to anybody."
      >
        <Waiting wishes={wishes} timeZone={timeZone} />
      </SettingsSection>
      <SettingsSection
        title="Quiet days"
        lead="So that a video for a birthday does not arrive on the day of the funeral, what has a date of its own can wait for some days."
      >
        <QuietDays wishes={wishes} timeZone={timeZone} />
      </SettingsSection>
      <SettingsSection title="A note to your trusted contacts">
        <NoteToContacts profile={profile} wishes={wishes} />
      </SettingsSection>
      <SettingsSection title="If somebody has died before you">
        <Substitutes wishes={wishes} />
      </SettingsSection>
    </>
  );
}

function ChoicesSkeleton() {
  return (
    <SkeletonArea label="Loading what you chose" className="grid gap-6">
      <Skeleton className="h-8 w-72 max-w-full" />
      <Skeleton className="h-64" />
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </SkeletonArea>
  );
}
