import {
  sessionIdleMinutes,
  sessionKeepAliveMinutes,
  sessionWarningMinutes,
} from '../../shared/accounts/idle-limits.ts';

const minuteMs = 60_000;
const idleMs = sessionIdleMinutes * minuteMs;
const warningMs = sessionWarningMinutes * minuteMs;
const keepAliveMs = sessionKeepAliveMinutes * minuteMs;
/** A moving mouse is counted, and told to the other tabs, at most this often. */
const countEveryMs = 1000;

export type IdlePhase = 'active' | 'warning' | 'ended';

/** Where a person stands who was last active at `lastActiveMs`. */
export function idlePhase(lastActiveMs: number, nowMs: number): IdlePhase {
  const quietMs = nowMs - lastActiveMs;
  if (quietMs >= idleMs) return 'ended';
  return quietMs >= idleMs - warningMs ? 'warning' : 'active';
}

/** Milliseconds until the phase changes by itself. */
export function untilNextPhaseMs(lastActiveMs: number, nowMs: number): number {
  const quietMs = nowMs - lastActiveMs;
  return quietMs < idleMs - warningMs ? idleMs - warningMs - quietMs : Math.max(0, idleMs - quietMs);
}

export interface IdleWorld {
  nowMs: () => number;
  startTimer: (run: () => void, delayMs: number) => unknown;
  stopTimer: (timer: unknown) => void;
  /** Tells the other tabs of this browser. */
  share: (lastActiveMs: number) => void;
}

export interface IdleListener {
  onPhase: (phase: IdlePhase) => void;
  /** There was activity in this tab since the last call, five minutes ago or more: tell the server. */
  onKeepAlive: () => void;
}

export type IdleWatch = ReturnType<typeof watchIdle>;

/**
 * Watches over one sign-in in one tab. Timers stop while a computer sleeps, so every activity first asks the
 * clock whether the time is over.
 */
export function watchIdle(world: IdleWorld, listener: IdleListener) {
  let activeMs = world.nowMs();
  let ownActiveMs = activeMs;
  let keptAliveMs = activeMs;
  let phase: IdlePhase = 'active';
  let timer: unknown;

  function keepAlive(nowMs: number) {
    if (ownActiveMs <= keptAliveMs || nowMs - keptAliveMs < keepAliveMs) return;
    keptAliveMs = nowMs;
    listener.onKeepAlive();
  }

  function untilNextCheckMs(nowMs: number): number {
    const phaseMs = untilNextPhaseMs(activeMs, nowMs);
    return ownActiveMs > keptAliveMs ? Math.min(phaseMs, keptAliveMs + keepAliveMs - nowMs) : phaseMs;
  }

  function check() {
    world.stopTimer(timer);
    const nowMs = world.nowMs();
    const next = idlePhase(activeMs, nowMs);
    if (next !== 'ended') {
      keepAlive(nowMs);
      timer = world.startTimer(check, untilNextCheckMs(nowMs));
    }
    if (next === phase) return;
    phase = next;
    listener.onPhase(next);
  }

  /** The person did something in this tab. */
  function touch() {
    const nowMs = world.nowMs();
    if (phase === 'ended' || (phase === 'active' && nowMs - ownActiveMs < countEveryMs)) return;
    if (idlePhase(activeMs, nowMs) !== 'ended') {
      activeMs = nowMs;
      ownActiveMs = nowMs;
      world.share(nowMs);
    }
    check();
  }

  /** Another tab told of activity. */
  function hear(otherActiveMs: number) {
    if (phase === 'ended' || otherActiveMs <= activeMs) return;
    activeMs = Math.min(otherActiveMs, world.nowMs());
    check();
  }

  check();
  return { touch, hear, check, isWarning: () => phase === 'warning', stop: () => world.stopTimer(timer) };
}
