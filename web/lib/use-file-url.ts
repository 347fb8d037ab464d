import { useEffect, useState } from 'react';

/** A player that is being removed may have requested one more part of its file. */
const lastPieceMilliseconds = 10_000;

/** An object URL of the file; null until there is one. */
export function useFileUrl(file: File | null): string | null {
  const [made, setMade] = useState<{ file: File; url: string } | null>(null);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setMade({ file, url });
    return () => void window.setTimeout(() => URL.revokeObjectURL(url), lastPieceMilliseconds);
  }, [file]);
  return made && made.file === file ? made.url : null;
}
