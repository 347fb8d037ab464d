import { useEffect, useState } from 'react';
import { peaksOf } from '../../shared/memories/peaks.ts';

/** A decoded file takes many times this much memory. */
const maxBytes = 16 * 1024 * 1024;
const samplesPerSecond = 8000;
const samplesPerPiece = 160;

/**
 * The peaks of the sound of a file on this device, as the server will compute them. Null until they are
 * known, and for a file that is too large, has no audible sound, or cannot be decoded by the browser.
 */
export function useFilePeaks(file: File | null): number[] | null {
  const [heard, setHeard] = useState<{ file: File; peaks: number[] | null } | null>(null);
  useEffect(() => {
    if (!file) return;
    let isWanted = true;
    void readPeaks(file).then((peaks) => isWanted && setHeard({ file, peaks }));
    return () => {
      isWanted = false;
    };
  }, [file]);
  return heard && heard.file === file ? heard.peaks : null;
}

async function readPeaks(file: File): Promise<number[] | null> {
  if (file.size > maxBytes) return null;
  try {
    const decoder = new OfflineAudioContext(1, 1, samplesPerSecond);
    return peaksOf(levelsOf(await decoder.decodeAudioData(await file.arrayBuffer())));
  } catch {
    return null;
  }
}

/** The loudness of each fiftieth of a second, from 0 to 1. */
function levelsOf(sound: AudioBuffer): number[] {
  const channels = Array.from({ length: sound.numberOfChannels }, (_, index) => sound.getChannelData(index));
  return Array.from({ length: Math.ceil(sound.length / samplesPerPiece) }, (_, index) => {
    const from = index * samplesPerPiece;
    const samples = channels.flatMap((channel) => [...channel.subarray(from, from + samplesPerPiece)]);
    return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
  });
}
