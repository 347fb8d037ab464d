import { isMotionReduced } from '../../lib/device.ts';
import { readPosition, savePosition } from '../../lib/playback-positions.ts';
import { findFault, isOnDevice, type PlaybackFault } from './playback-fault.ts';

export interface PlaybackState {
  phase: 'new' | 'playing' | 'paused' | 'ended';
  /** It should be playing, but no data has arrived yet. */
  isWaiting: boolean;
  fault: PlaybackFault | null;
  /** Null while its length is unknown. */
  lengthSeconds: number | null;
  speed: number;
}

/** `isByItself` is true if it merely continues to play and nobody has moved it. */
type DrawPlace = (placeSeconds: number, isByItself: boolean) => void;

/** A position this close to the beginning or the end is not worth remembering. */
const marginSeconds = 1;
/** Loading that takes less than this is not announced. */
const patienceMilliseconds = 600;

/** Somebody who needs slower speech needs it for the next recording too. */
let usualSpeed = 1;

/** Plays a sound or video with the browser's own element, and reports its position. */
export class Playback {
  #media: HTMLMediaElement | undefined;
  #state: PlaybackState;
  readonly #placeName: string | undefined;
  /** The position to start from once it is loaded. */
  #wanted: number | null;
  /** The position where a finger or the mouse holds the bead. */
  #held: number | null = null;
  #shallPlay = false;
  /** An expired link is reloaded only once, until it plays again. */
  #isRenewed = false;
  #waiting: number | undefined;
  readonly #watchers = new Set<() => void>();
  readonly #drawers = new Set<DrawPlace>();

  /** This tab remembers the position under `placeName`, if there is one. */
  constructor(lengthSeconds: number | null, placeName?: string) {
    this.#placeName = placeName;
    this.#wanted = placeName === undefined ? null : readPosition(placeName);
    this.#state = { phase: 'new', isWaiting: false, fault: null, lengthSeconds, speed: usualSpeed };
  }

  readonly getState = (): PlaybackState => this.#state;

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#watchers.add(onChange);
    return () => this.#watchers.delete(onChange);
  };

  /** Calls `draw` whenever the position changes: in each frame while it plays. */
  follow(draw: DrawPlace): () => void {
    this.#drawers.add(draw);
    draw(this.place(), false);
    return () => this.#drawers.delete(draw);
  }

  /** The position of the bead. */
  place(): number {
    return this.#held ?? this.#playedTo();
  }

  #playedTo(): number {
    return this.#wanted ?? this.#media?.currentTime ?? 0;
  }

  /** The ref of the element that plays. */
  readonly attach = (media: HTMLMediaElement): (() => void) => {
    this.#media = media;
    media.defaultPlaybackRate = this.#state.speed;
    media.playbackRate = this.#state.speed;
    const events = Object.entries(this.#on);
    for (const [name, handle] of events) media.addEventListener(name, handle);
    // A file on this device may already have reported its length, or that it cannot be played.
    if (media.readyState > 0) this.#on.durationchange();
    if (media.error) this.#on.error();
    window.addEventListener('pagehide', this.#keep);
    return () => {
      this.#keep();
      this.#stopWaiting();
      for (const [name, handle] of events) media.removeEventListener(name, handle);
      window.removeEventListener('pagehide', this.#keep);
      window.removeEventListener('online', this.#load);
      media.pause();
      this.#media = undefined;
      // Otherwise the element would reload a file on this device whose URL has been revoked by then.
      queueMicrotask(() => {
        if (this.#media || !isOnDevice(media.src)) return;
        media.removeAttribute('src');
        media.load();
      });
    };
  };

  readonly toggle = (): void => {
    if (this.#state.phase === 'playing') this.#media?.pause();
    else this.#play();
  };

  /** Shows a position without seeking to it yet; null ends that. */
  hold(seconds: number | null): void {
    this.#held = seconds === null ? null : this.#within(seconds);
    this.#draw();
  }

  seek(seconds: number): void {
    const to = this.#within(seconds);
    this.#held = null;
    if (this.#media && this.#media.readyState > 0) this.#media.currentTime = to;
    else this.#wanted = to;
    this.#change(this.#state.phase === 'ended' ? { phase: 'paused' } : {});
  }

  #within(seconds: number): number {
    return Math.max(0, Math.min(seconds, this.#state.lengthSeconds ?? 0));
  }

  setSpeed(speed: number): void {
    usualSpeed = speed;
    if (this.#media) {
      this.#media.playbackRate = speed;
      // The next load resets the playback rate to the default one.
      this.#media.defaultPlaybackRate = speed;
    }
    this.#change({ speed });
  }

  readonly retry = (): void => {
    this.#isRenewed = false;
    this.#shallPlay = true;
    this.#load();
  };

  #play(): void {
    this.#shallPlay = true;
    this.#change({ fault: null });
    // Events report every failure but one: a browser that only plays after a press.
    this.#media?.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') this.#on.pause();
    });
  }

  /** Loads it from the current position. */
  readonly #load = (): void => {
    this.#wanted = this.#playedTo();
    this.#media?.load();
    if (this.#shallPlay) this.#play();
  };

  readonly #on = {
    play: () => {
      pauseOthers(this.#media);
      const wasPlaying = this.#state.phase === 'playing';
      this.#change({ phase: 'playing' });
      this.#on.waiting();
      if (!wasPlaying && !isMotionReduced()) this.#drawFrames();
    },
    waiting: () => {
      this.#waiting ??= window.setTimeout(() => this.#change({ isWaiting: true }), patienceMilliseconds);
    },
    playing: () => {
      this.#isRenewed = false;
      this.#stopWaiting();
    },
    pause: () => {
      this.#shallPlay = false;
      this.#stopWaiting();
      this.#keep();
      if (!this.#media?.ended) this.#change({ phase: 'paused' });
    },
    ended: () => {
      this.#shallPlay = false;
      this.#stopWaiting();
      this.#keep();
      this.#change({ phase: 'ended' });
    },
    timeupdate: () => this.#draw(true),
    seeked: () => this.#draw(),
    loadedmetadata: () => {
      if (this.#wanted && this.#media) this.#media.currentTime = this.#wanted;
      this.#wanted = null;
    },
    durationchange: () => {
      const seconds = this.#media?.duration ?? Number.NaN;
      if (Number.isFinite(seconds) && seconds > 0) this.#change({ lengthSeconds: seconds });
    },
    error: () => {
      if (navigator.onLine && this.#isRenewed) void this.#giveUp();
      else if (navigator.onLine) {
        this.#isRenewed = true;
        this.#load();
      } else {
        window.addEventListener('online', this.#load, { once: true });
        this.#change({ isWaiting: true });
      }
    },
  };

  async #giveUp(): Promise<void> {
    const fault = await findFault(this.#media?.src ?? '');
    this.#shallPlay = false;
    this.#stopWaiting();
    this.#keep();
    this.#change({ fault, phase: 'paused' });
  }

  #stopWaiting(): void {
    window.clearTimeout(this.#waiting);
    this.#waiting = undefined;
    if (this.#state.isWaiting) this.#change({ isWaiting: false });
  }

  readonly #keep = (): void => {
    if (this.#placeName === undefined) return;
    const place = this.#playedTo();
    const lastSecond = (this.#state.lengthSeconds ?? Number.POSITIVE_INFINITY) - marginSeconds;
    savePosition(this.#placeName, place > marginSeconds && place < lastSecond ? place : 0);
  };

  #change(changes: Partial<PlaybackState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const watch of this.#watchers) watch();
    this.#draw();
  }

  #draw(isByItself = false): void {
    const place = this.place();
    for (const draw of this.#drawers) draw(place, isByItself);
  }

  readonly #drawFrames = (): void => {
    this.#draw(true);
    if (this.#state.phase === 'playing' && this.#media) requestAnimationFrame(this.#drawFrames);
  };
}

/** Nobody can follow two voices at once. A camera's live picture continues. */
function pauseOthers(media: HTMLMediaElement | undefined): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video'))
    if (other !== media && !other.paused && !other.srcObject) other.pause();
}
