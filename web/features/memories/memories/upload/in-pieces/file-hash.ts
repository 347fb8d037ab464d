/** SHA-256 in lower-case hex; null if the browser cannot compute it, or can no longer read the file. */
export async function hashFile(file: Blob): Promise<string | null> {
  if (!window.isSecureContext) return null;
  try {
    const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return null;
  }
}

/** Whether a file that was chosen again is the one that has partly arrived. */
export async function isSameFile(
  file: File,
  { sizeBytes, sha256 }: { sizeBytes: number; sha256: string | null },
): Promise<boolean> {
  if (file.size !== sizeBytes) return false;
  return sha256 === null || sha256 === (await hashFile(file));
}
