/** The page on which a memory is read, looked at or listened to. */
export function memoryPath(id: string): string {
  return `/memories/${id}`;
}
