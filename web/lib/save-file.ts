import { answerOf, send } from './api/request.ts';
/** Saves a file to the downloads of this device. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Reduces a title to characters that every system allows in a file name; empty if nothing is left. */
export function plainFileName(title: string): string {
  return title.replaceAll(/[^\p{L}\p{N} .,'()-]+/gu, ' ').trim();
}

/** Like a `write` by POST, but the response is a file. */
export async function download(path: string, body: unknown): Promise<Blob> {
  const response = await send('POST', path, body, {});
  return response.ok ? response.blob() : answerOf(response);
}
