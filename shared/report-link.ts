export const reportPath = '/report-a-death';

/**
 * The page for reporting a death, with the names of the reporter and of the person who has died filled in.
 * They follow the `#`, so they are not sent to any server.
 */
export function reportPathFor(reporterName: string, personName: string): string {
  return `${reportPath}#from=${encodeURIComponent(reporterName)}&person=${encodeURIComponent(personName)}`;
}
