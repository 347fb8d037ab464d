import { ButtonLink } from '../../../../../ui/button-link.tsx';
import { EmptyState } from '../../../../../ui/empty-state.tsx';

/** It has arrived meanwhile, perhaps from another tab, or was thrown away. */
export function MissingUpload() {
  return (
    <EmptyState
      title="There is nothing left to go on with"
      description="What was kept is among your memories."
      action={<ButtonLink href="/upload">Back to Share Memories</ButtonLink>}
    />
  );
}
