import {
  sessionIdleMinutes,
  sessionKeepAliveMinutes,
  sessionWarningMinutes,
} from '../../shared/accounts/time-limits.ts';

const minuteMs = 60_000;
const idleMs = sessionIdleMinutes * minuteMs;
const warningMs = sessionWarningMinutes * minuteMs;
const keepAliveMs = sessionKeepAliveMinutes * minuteMs;
/** A moving mouse counts as activity, and is shared with the other tabs, at most this often. */
const countEveryMs = 1000;

export type IdlePhase = 'active' | 'warning' | 'ended';

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

export interface IdleEnvironment {
  nowMs: () => number;
  startTimer: (run: () => void, delayMs: number) => unknown;
  stopTimer: (timer: unknown) => void;
  /** Tells the other tabs of this browser. */
  share: (lastActiveMs: number) => void;
}

export interface IdleListener {
  onPhase: (phase: IdlePhase) => void;
  /** Called if there was activity in this tab since the last call, at most every five minutes. */
  onKeepAlive: () => void;
}

export type IdleWatch = ReturnType<typeof watchIdle>;

/**
 * Watches one session in one tab. Timers stop while a computer sleeps, so every activity first checks by the
 * clock whether the session has already ended.
 */
export function watchIdle(environment: IdleEnvironment, listener: IdleListener) {
  let activeMs = environment.nowMs();
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
    environment.stopTimer(timer);
    const nowMs = environment.nowMs();
    const next = idlePhase(activeMs, nowMs);
    if (next !== 'ended') {
      keepAlive(nowMs);
      timer = environment.startTimer(check, untilNextCheckMs(nowMs));
    }
    if (next === phase) return;
    phase = next;
    listener.onPhase(next);
  }

  /** Records activity in this tab. */
  function touch() {
    const nowMs = environment.nowMs();
    if (phase === 'ended' || (phase === 'active' && nowMs - ownActiveMs < countEveryMs)) return;
    if (idlePhase(activeMs, nowMs) !== 'ended') {
      activeMs = nowMs;
      ownActiveMs = nowMs;
      environment.share(nowMs);
    }
    check();
  }

  /** Records activity in another tab. */
  function recordElsewhere(otherActiveMs: number) {
    if (phase === 'ended' || otherActiveMs <= activeMs) return;
    activeMs = Math.min(otherActiveMs, environment.nowMs());
    check();
  }

  check();
  return {
    touch,
    recordElsewhere,
    check,
    isWarning: () => phase === 'warning',
    stop: () => environment.stopTimer(timer),
  };
}
