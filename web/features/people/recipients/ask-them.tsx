import type { AskRecipients } from '../../../../shared/accounts/notifications.ts';
import { RadioGroup } from '../../../ui/choice-group.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { showFailure, toast } from '../../../ui/toast.ts';
import { useProfile } from '../../accounts/auth/sessions/queries.ts';
import { useSaveNotifications } from '../../accounts/profile/settings/queries.ts';

const choices = [
  { value: 'never', label: 'No, I look after it myself', description: 'We write to nobody.' },
  {
    value: 'before',
    label: 'A month before something with a date',
    description: 'They do not learn that it comes.',
  },
  { value: 'yearly', label: 'Once a year', description: 'Everybody who has been here for a year or more.' },
] as const satisfies readonly { value: AskRecipients; label: string; description: string }[];

/** Whether the people themselves are asked: only if the owner chose it. */
export function AskThem() {
  const { data: profile } = useProfile();
  const { mutate: save, variables, isPending } = useSaveNotifications();
  if (!profile)
    return (
      <SkeletonArea label="Loading your choices" className="mt-12 grid gap-4">
        <Skeleton className="h-40" />
      </SkeletonArea>
    );

  const change = (changes: Parameters<typeof save>[0]) =>
    save(changes, {
      onSuccess: () => toast({ title: 'Saved' }),
      onError: (error) => showFailure(error, 'This did not reach us. Please try again.'),
    });
  const chosen = (isPending && variables.askRecipients) || profile.askRecipients;
  const isAsked = isPending
    ? (variables.askTrustedContacts ?? profile.askTrustedContacts)
    : profile.askTrustedContacts;

  return (
    <section aria-labelledby="ask-them" className="mt-14 border-t border-line pt-9">
      <h2 id="ask-them" className="text-title">
        Shall we ask them, too?
      </h2>
      <p className="mt-1.5 mb-6 text-ink-soft">
        They get a message with your name, and a page on which one press says that it reached them. It shows
        nothing of what you left. A new address is used once you have agreed.
      </p>
      <RadioGroup
        label="When we ask the people in your address book"
        isLabelHidden
        choices={choices}
        value={chosen}
        onChange={(askRecipients) => change({ askRecipients })}
      />
      <div className="mt-7">
        <Switch
          name="askTrustedContacts"
          label="Ask my trusted contacts once a year whether they would still do it"
          description="You see who said yes. If somebody would rather not, we tell you."
          value={isAsked}
          onChange={(askTrustedContacts) => change({ askTrustedContacts })}
        />
      </div>
    </section>
  );
}
