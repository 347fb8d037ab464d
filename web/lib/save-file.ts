/** Puts a file into the downloads of this device. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Reduces a title to what may stand in a file name on every system; empty if nothing is left. */
export function plainFileName(title: string): string {
  return title.replaceAll(/[^\p{L}\p{N} .,'()-]+/gu, ' ').trim();
}
