import { useEffect, useRef, useState } from 'react';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { useUnsaved } from '../../../../lib/unsaved-changes.ts';
import { ActionRow } from '../../../../ui/actions.tsx';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button } from '../../../../ui/button.tsx';
import { FileButton } from '../../../../ui/file-button.tsx';
import { dismissErrors, showFailure, toast } from '../../../../ui/toast.ts';
import { readAsDataUrl, refusePicture } from './picture-file.ts';
import { useSavePicture } from './queries.ts';
import { RemoveButton } from './remove-picture.tsx';

interface Chosen {
  file: File;
  previewUrl: string;
}

export function PictureSection({ profile }: { profile: User }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isSaving, setSaving] = useState(false);
  const { mutateAsync: save } = useSavePicture();
  const home = useRef<HTMLDivElement>(null);
  useUnsaved(chosen !== null);
  useEffect(() => {
    if (!chosen) return undefined;
    return () => URL.revokeObjectURL(chosen.previewUrl);
  }, [chosen]);

  function choose(file: File) {
    const refusal = refusePicture(file);
    if (refusal) return showFailure(null, refusal);
    dismissErrors();
    setChosen({ file, previewUrl: URL.createObjectURL(file) });
  }

  async function upload({ file }: Chosen) {
    setSaving(true);
    try {
      await save(await readAsDataUrl(file));
      setChosen(null);
      toast({ title: 'Profile picture updated successfully!' });
    } catch (error) {
      showFailure(error, 'Failed to update profile picture');
    }
    setSaving(false);
  }

  return (
    <div ref={home} tabIndex={-1} className="flex flex-wrap items-center gap-x-6 gap-y-4 outline-none">
      <Avatar
        size="large"
        name={fullNameOf(profile)}
        pictureUrl={chosen?.previewUrl ?? profile.profilePicture}
      />
      <div className="grid gap-2">
        <ActionRow
          cancel={
            chosen && (
              <Button variant="text" size="small" isDisabled={isSaving} onPress={() => setChosen(null)}>
                Cancel
              </Button>
            )
          }
          other={
            <FileButton variant="quiet" size="small" accept="image/*" isDisabled={isSaving} onSelect={choose}>
              {chosen ? 'Choose another' : 'Choose a picture'}
            </FileButton>
          }
          action={
            chosen ? (
              <Button
                size="small"
                isPending={isSaving}
                pendingLabel="Uploading"
                onPress={() => void upload(chosen)}
              >
                Save picture
              </Button>
            ) : (
              profile.profilePicture && <RemoveButton onRemoved={() => home.current?.focus()} />
            )
          }
        />
        <p className="text-small text-ink-soft">
          {chosen ? 'This is how it will look.' : 'A photo of at most 5 MB.'}
        </p>
      </div>
    </div>
  );
}
