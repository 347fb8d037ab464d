import { useEffect, useRef } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import { fieldsOf } from '../../../../lib/api/api-error.ts';
import { checkedBy } from '../../../../lib/check-form.ts';
import { showServerErrors, summaryOf } from '../../../../lib/forms.ts';
import { useUnsaved } from '../../../../lib/unsaved-changes.ts';
import { ActionRow } from '../../../../ui/actions.tsx';
import { Button } from '../../../../ui/button.tsx';
import { CompareFields } from '../../../../ui/compare-fields/compare-fields.tsx';
import { useStaleForm } from '../../../../ui/compare-fields/stale-form.ts';
import { FormErrorSummary } from '../../../../ui/form-error-summary.tsx';
import { toast } from '../../../../ui/toast.ts';
import { PendingEmail } from './pending-email.tsx';
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
import { useSaveProfile } from './queries.ts';
import type { ConfirmTimeZone } from './settings.tsx';

const notSaved = {
  variant: 'destructive',
  title: 'Error updating profile',
  description: 'Failed to update profile',
} as const;

interface ProfileFormProps {
  profile: User;
  confirmTimeZone: ConfirmTimeZone;
}

export function ProfileForm({ profile, confirmTimeZone }: ProfileFormProps) {
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
    const present = stale.read.current ?? profile;
    if (values.timezone !== present.timezone && !(await confirmTimeZone(values.timezone))) return;
    try {
      stale.follow(await save(toProfileChanges(values, present)), values);
      toast({ title: 'Profile updated successfully!' });
    } catch (error) {
      if (stale.isRefusedBy(error)) return;
      showServerErrors(fieldsOf(error), profileFieldNames, form.setError);
      toast(notSaved);
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

/** Until something is typed, the form follows changes saved elsewhere. */
function useFollowed(profile: User, isDirty: boolean, follow: (profile: User) => void) {
  const shown = useRef(profile.version);
  useEffect(() => {
    if (isDirty || profile.version === shown.current) return;
    shown.current = profile.version;
    follow(profile);
  }, [profile, isDirty, follow]);
}
