import { useEffect, useEffectEvent } from 'react';

const samplesAtOnce = 1024;

/** Calls `draw` with the latest samples of the microphone, as often as the screen shows a picture. */
export function useSound(stream: MediaStream | null, draw: (samples: Float32Array) => void): void {
  const handleFrame = useEffectEvent(draw);
  useEffect(() => {
    if (!stream || stream.getAudioTracks().length === 0) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = samplesAtOnce;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(samplesAtOnce);
    let frame = 0;
    const look = () => {
      analyser.getFloatTimeDomainData(samples);
      handleFrame(samples);
      frame = requestAnimationFrame(look);
    };
    look();
    void context.resume();
    return () => {
      cancelAnimationFrame(frame);
      void context.close();
    };
  }, [stream]);
}
