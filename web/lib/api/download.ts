import { answerOf, send } from './request.ts';

/** Like a `write` by POST whose answer is a file. */
export async function download(path: string, body: unknown): Promise<Blob> {
  const response = await send('POST', path, body, {});
  return response.ok ? response.blob() : answerOf(response);
}
