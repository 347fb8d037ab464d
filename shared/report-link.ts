export const reportPath = '/report-a-death';

/**
 * The page on which a death is reported, with the names of the reporter and of the person who has died filled in. They stand
 * after the `#`, which no server is sent.
 */
export function reportPathFor(reporterName: string, personName: string): string {
  return `${reportPath}#from=${encodeURIComponent(reporterName)}&person=${encodeURIComponent(personName)}`;
}
