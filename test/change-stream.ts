import { eventually } from './app.ts';

/** Reads the change stream as a page does. */
export async function listenToChanges(address: string, token: string) {
  const answer = await fetch(`${address}/api/events`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.body) throw new Error('There is no stream');
  const heard = { text: '', ended: false };
  const read = async () => {
    for await (const chunk of answer.body ?? []) heard.text += Buffer.from(chunk).toString();
    heard.ended = true;
  };
  const reading = read();
  await eventually(async () => heard.text.includes('retry'), 'the stream to begin');
  return { heard, reading };
}
