import { useState } from 'react';
import { checkFile } from '../file-choice.tsx';
import { titleOf } from './photo-titles.ts';

export interface ChosenPhoto {
  key: string;
  file: File;
  title: string;
}

interface Refused {
  fileName: string;
  message: string;
}

/** The chosen photos with their titles; those that cannot be sent are named with the reason. */
export function usePhotos(files: readonly File[]) {
  const [{ photos, refused }, setChosen] = useState(() => sort([], files));

  return {
    photos,
    refused,
    add: (more: readonly File[]) => setChosen((chosen) => sort(chosen.photos, more)),
    remove: (key: string) =>
      setChosen((chosen) => ({ ...chosen, photos: chosen.photos.filter((photo) => photo.key !== key) })),
    setTitles: (titles: readonly string[]) =>
      setChosen((chosen) => ({
        ...chosen,
        photos: chosen.photos.map((photo, place) => ({ ...photo, title: titles[place] ?? photo.title })),
      })),
  };
}

function sort(photos: readonly ChosenPhoto[], more: readonly File[]) {
  const refusalOf = (file: File) => checkFile(file, 'photo');
  const known = new Set(photos.map(({ key }) => key));
  const added = more
    .filter((file) => refusalOf(file) === null)
    .map((file) => ({ key: keyOf(file), file, title: titleOf(file.name) }))
    .filter(({ key }) => !known.has(key));
  const refused = more.flatMap((file): Refused[] => {
    const refusal = refusalOf(file);
    return refusal ? [{ fileName: file.name, message: `${refusal.title}: ${refusal.message}` }] : [];
  });
  return { photos: [...photos, ...added], refused };
}

/** A photo that is chosen twice counts once. */
function keyOf({ name, size, lastModified }: File): string {
  return `${name}/${size}/${lastModified}`;
}
