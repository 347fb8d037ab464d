/**
 * Screens that are specified and do not exist yet. Their tiles say so, and the bars leave them out. Whoever builds one
 * adds its route in web/app/signed-in-app.tsx and takes it out of this list; nothing else has to change.
 */
const comingScreens: readonly string[] = ['/counselor', '/physical-items'];

export function isComing(path: string): boolean {
  return comingScreens.includes(path);
}
