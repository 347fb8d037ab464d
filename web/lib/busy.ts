/**
 * What goes on without a hand on the mouse: an upload on its way, a recording, a film that plays. As long as anything does, the person
 * counts as active.
 */
const underWay = new Set<symbol>();

/** Something begins; call what is answered when it has ended (more than once does no harm). */
export function beginWork(): () => void {
  const work = Symbol('work');
  underWay.add(work);
  return () => underWay.delete(work);
}

export function isBusy(): boolean {
  return underWay.size > 0;
}
