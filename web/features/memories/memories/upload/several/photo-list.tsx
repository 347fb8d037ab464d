import { Plus } from 'lucide-react';
import { Button } from '../../../../../ui/button.tsx';
import { FileButton } from '../../../../../ui/file-button.tsx';
import { useStats } from '../../queries.ts';
import { acceptOf } from '../file-choice.tsx';
import { usageOf } from '../memory-rules.ts';
import { PhotoRow } from './photo-row.tsx';
import { numbered } from './photo-titles.ts';
import { RoomLine } from './room-line.tsx';
import type { Several } from './use-several.ts';

/** The photos with their titles; more can be added, and each can be removed. */
export function PhotoList({ several }: { several: Several }) {
  const { photos, attempts, add, remove, setTitles } = several;
  const { data: stats } = useStats();
  const titles = photos.map(({ title }) => title);
  const canNumber = titles[0]?.trim() !== '' && titles.some((title) => !title.trim());
  return (
    <>
      <ul className="mt-6">
        {photos.map((photo, place) => (
          <PhotoRow
            key={photo.key}
            photo={photo}
            error={attempts > 0 && !photo.title.trim() ? 'Please give it a title' : undefined}
            onChange={(title) => setTitles(titles.with(place, title))}
            onRemove={() => remove(photo.key)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-5 border-t border-line pt-2">
        <span className="flex flex-wrap gap-x-5">
          <FileButton
            variant="text"
            size="small"
            icon={<Plus aria-hidden="true" className="size-4.5" />}
            accept={acceptOf('photo')}
            onSelect={(file) => add([file])}
            onSelectSeveral={add}
          >
            Add another photo
          </FileButton>
          {canNumber && (
            <Button variant="text" size="small" onPress={() => setTitles(numbered(titles))}>
              Number the rest after the first
            </Button>
          )}
        </span>
        {stats && <RoomLine {...usageOf('photo', stats)} count={photos.length} />}
      </div>
    </>
  );
}
