/**
 * Screens that are specified but do not exist yet. Their tiles say so, and navigation leaves them out. To add one, add
 * its route in web/app/signed-in-app.tsx and remove it from this list.
 */
const comingScreens: readonly string[] = ['/physical-items'];

export function isComing(path: string): boolean {
  return comingScreens.includes(path);
}
