import { MailQuestion } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import { fieldsOf, messageOf } from '../../../../lib/api/api-error.ts';
import { checkedBy } from '../../../../lib/check-form.ts';
import { showServerErrors, summaryOf } from '../../../../lib/forms.ts';
import { useUnsaved } from '../../../../lib/unsaved-changes.ts';
import { ActionRow } from '../../../../ui/actions.tsx';
import { Button } from '../../../../ui/button.tsx';
import { CompareFields } from '../../../../ui/compare-fields/compare-fields.tsx';
import { useStaleForm } from '../../../../ui/compare-fields/stale-form.ts';
import { FormErrorSummary } from '../../../../ui/form-error-summary.tsx';
import { toast } from '../../../../ui/toast.ts';
import { PictureSection } from './picture-section.tsx';
import { ProfileFields } from './profile-fields.tsx';
import {
  checkProfile,
  describeProfile,
  isNewEmail,
  type ProfileValues,
  profileFieldNames,
  profileLabels,
  toProfileChanges,
  toProfileValues,
} from './profile-values.ts';
import { useCancelEmailChange, useSaveProfile } from './queries.ts';
import { SettingsSection } from './settings.tsx';

export function ProfileTab({ profile }: { profile: User }) {
  return (
    <>
      <SettingsSection title="Profile picture">
        <PictureSection profile={profile} />
      </SettingsSection>
      <SettingsSection title="Personal information">
        <ProfileForm profile={profile} />
      </SettingsSection>
    </>
  );
}

function ProfileForm({ profile }: { profile: User }) {
  const { mutateAsync: save } = useSaveProfile();
  const form: UseFormReturn<ProfileValues> = useForm<ProfileValues>({
    defaultValues: toProfileValues(profile),
    shouldFocusError: false,
    resolver: checkedBy((values) => checkProfile(values, stale.read.current ?? profile)),
  });
  const stale = useStaleForm(form, {
    entry: profile,
    toValues: toProfileValues,
    labels: profileLabels,
    describe: describeProfile,
  });
  const { isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty);
  useFollowed(profile, isDirty, stale.follow);
  const email = useWatch({ control: form.control, name: 'email' });

  async function submit(values: ProfileValues) {
    try {
      stale.follow(await save(toProfileChanges(values, stale.read.current ?? profile)));
      toast({ title: 'Profile updated successfully!' });
    } catch (error) {
      if (stale.isRefusedBy(error, values)) return;
      showServerErrors(fieldsOf(error), profileFieldNames, form.setError);
      toast({
        variant: 'destructive',
        title: 'Error updating profile',
        description: 'Failed to update profile',
      });
    }
  }

  if (stale.fields) {
    return (
      <CompareFields
        fields={stale.fields}
        isBusy={isSubmitting}
        onBack={stale.back}
        onSave={(choices) => {
          stale.settle(choices);
          void form.handleSubmit(submit)();
        }}
      >
        {(content, actions) => (
          <div className="grid gap-6">
            {content}
            <ActionRow {...actions} />
          </div>
        )}
      </CompareFields>
    );
  }
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <FormErrorSummary {...summaryOf(form, profileFieldNames)} />
      {profile.pendingEmail && <PendingEmail email={profile.pendingEmail} />}
      <ProfileFields
        control={form.control}
        isChangingEmail={isNewEmail(email, (stale.read.current ?? profile).email)}
        needsCode={profile.twoFactorEnabled}
      />
      <Button
        type="submit"
        className="justify-self-start max-md:w-full"
        isPending={isSubmitting}
        pendingLabel="Saving"
      >
        Save changes
      </Button>
    </form>
  );
}

/** While nothing was typed, the form shows what was saved elsewhere. */
function useFollowed(profile: User, isDirty: boolean, follow: (profile: User) => void) {
  const shown = useRef(profile.version);
  useEffect(() => {
    if (isDirty || profile.version === shown.current) return;
    shown.current = profile.version;
    follow(profile);
  }, [profile, isDirty, follow]);
}

/** A new email address that has not been confirmed yet. */
function PendingEmail({ email }: { email: string }) {
  const { mutate: cancel, isPending } = useCancelEmailChange();
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3 rounded-choice bg-pine-wash p-4">
      <MailQuestion aria-hidden="true" className="mt-0.5 size-5 text-pine" strokeWidth={1.5} />
      <div>
        <p>
          <strong className="font-semibold wrap-anywhere">{email}</strong> is waiting to be confirmed. Please
          open the link we sent there. Until then your address stays as it is.
        </p>
        <Button
          variant="text"
          size="small"
          isPending={isPending}
          onPress={() =>
            cancel(undefined, {
              onSuccess: () => toast({ title: 'Your email address stays as it is' }),
              onError: (error) =>
                toast({
                  variant: 'destructive',
                  title: 'Error updating profile',
                  description: messageOf(error, 'Failed to update profile'),
                }),
            })
          }
        >
          Keep my current address
        </Button>
      </div>
    </div>
  );
}
