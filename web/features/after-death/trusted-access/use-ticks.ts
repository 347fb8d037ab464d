import { useState } from 'react';
import { changes, describeLifted, isAsked, type Ticked } from './changes.ts';
import { type Change, liftChange, sayChange } from './requests.ts';
import { useSaving } from './use-saving.ts';
import type { AboutPerson } from './use-trusted.ts';

/** `id` is the prefix of the checkboxes' ids. */
export function useTicks({ person, link }: AboutPerson, id: string) {
  const [asking, setAsking] = useState<Ticked>();
  /** Shown at once, while it is being saved. */
  const [pressed, setPressed] = useState<{ kind: Ticked; isTicked: boolean }>();
  const { outcome, isBusy, save } = useSaving(link.look);

  async function say(change: Change & { kind: Ticked }) {
    const went = await save(async () => {
      link.showPerson(await sayChange(link.token, person.id, change));
      return changes[change.kind].saved(person.firstName);
    });
    if (went) leave(change.kind);
  }

  /** The form that had the focus disappears. */
  function leave(kind: Ticked) {
    document.getElementById(`${id}-${kind}`)?.focus();
    setAsking(undefined);
  }

  function toggle(kind: Ticked) {
    const open = person.changes.find((change) => change.kind === kind);
    if (open) void lift(kind, open.id);
    else if (isAsked(kind)) setAsking(asking === kind ? undefined : kind);
    else void pause();
  }

  async function pause() {
    setPressed({ kind: 'pause', isTicked: true });
    await say({ kind: 'pause' });
    setPressed(undefined);
  }

  async function lift(kind: Ticked, changeId: string) {
    setPressed({ kind, isTicked: false });
    await save(async () => {
      const lifted = await liftChange(link.token, person.id, changeId);
      link.showPerson(lifted);
      return describeLifted(lifted);
    });
    setPressed(undefined);
  }

  function isTicked(kind: Ticked): boolean {
    if (pressed?.kind === kind) return pressed.isTicked;
    return asking === kind || person.changes.some((change) => change.kind === kind);
  }

  return { asking, outcome, isBusy, isTicked, toggle, say, leave };
}
