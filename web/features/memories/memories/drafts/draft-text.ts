import { formatSavedAt } from '../../../../lib/dates.ts';
import type { BegunDraft } from './sheet.ts';

/** A draft as somebody would read it. */
export interface DraftText {
  title: string;
  text: string;
  details?: readonly { name: string; text: string }[];
}

type Place = Pick<BegunDraft<unknown>, 'device' | 'savedAtMs' | 'isSent'>;

/** Where and when a draft was written, within a sentence: "Firefox on a phone, 10:42", "a phone, 10:42". */
export function describePlace({ device, savedAtMs, isSent }: Place): string {
  const time = formatSavedAt(savedAtMs, Date.now());
  if (!isSent) return `saved on this device only, ${time}`;
  return device ? `${device.replace(/^A /, 'a ')}, ${time}` : `saved ${time}`;
}
