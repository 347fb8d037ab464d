/** Recording with Chromium's fake camera and microphone. */
import type { Locator, Page } from 'playwright-core';
import { becomes, button, see } from './steps.ts';

export const allowed = { permissions: ['camera', 'microphone'] };

interface MediaWindow extends Window {
  mediaTracks?: MediaStreamTrack[];
}

/** From now on records each camera and microphone that the page opens. Call it before the page is loaded. */
export async function watchDevices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const opened: MediaStreamTrack[] = [];
    (window as MediaWindow).mediaTracks = opened;
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      opened.push(...stream.getTracks());
      return stream;
    };
  });
}

/** How many of these devices there are, and how many of them are still open. */
export function countDevices(page: Page): Promise<{ opened: number; open: number }> {
  return page.evaluate(() => {
    const tracks = (window as MediaWindow).mediaTracks ?? [];
    return { opened: tracks.length, open: tracks.filter((track) => track.readyState === 'live').length };
  });
}

/** The names of the camera and microphone that are open now, the camera first. */
export function openDevices(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    ((window as MediaWindow).mediaTracks ?? [])
      .filter(({ readyState }) => readyState === 'live')
      .sort((one, other) => other.kind.localeCompare(one.kind))
      .map(({ label }) => label),
  );
}

/** Chooses another device in a field of the recorder, and returns its name. */
export async function chooseOther(page: Page, label: 'Camera' | 'Microphone'): Promise<string> {
  const field = page.getByLabel(label, { exact: true });
  const present = await field.inputValue();
  const [other] = await field
    .locator('option')
    .evaluateAll(
      (options, chosen) =>
        options
          .filter((one) => one instanceof HTMLOptionElement && one.value !== '' && one.value !== chosen)
          .map(({ textContent }) => textContent),
      present,
    );
  if (!other) throw new Error(`There is no other ${label}`);
  await field.selectOption({ label: other });
  return other;
}

/** From pressing the button beside the drop zone to the moment it records. */
export async function startRecording(
  page: Page,
  what: 'Record a video' | 'Record your voice',
): Promise<void> {
  await button(page, what).click();
  await button(page, /Turn on the (camera|microphone)/).click();
  await button(page, 'Start recording').click();
  await button(page, 'Start now').click();
  await see(page.getByText(/^Recording \d/));
}

/** Waits until the recording's clock shows at least this many seconds. */
export async function recordFor(page: Page, seconds: number): Promise<void> {
  await becomes(async () => (await clockOf(page)) >= seconds, true);
}

export async function clockOf(page: Page): Promise<number> {
  const text = await page.getByText(/^(Recording|Paused at) \d+:\d\d$/).innerText();
  const [minutes = 0, seconds = 0] = (/(\d+):(\d+)/.exec(text) ?? []).slice(1).map(Number);
  return minutes * 60 + seconds;
}

/** The browser's own element in the player with that name. */
export function playerOf(page: Page, name: string | RegExp): Locator {
  return page.getByRole('group', { name }).locator('audio, video');
}

/** What a player knows about a recording, and whether it can seek to a position in it. */
export function seekIn(player: Locator, seconds: number): Promise<{ duration: number; reached: number }> {
  return player.evaluate(
    (media: HTMLMediaElement, to) =>
      new Promise<{ duration: number; reached: number }>((resolve, reject) => {
        const seek = () => {
          media.onseeked = () => resolve({ duration: media.duration, reached: media.currentTime });
          media.currentTime = to;
        };
        media.onerror = () => reject(new Error(media.error?.message));
        if (media.readyState > 0) seek();
        else media.onloadedmetadata = seek;
      }),
    seconds,
  );
}
