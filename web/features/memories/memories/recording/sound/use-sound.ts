import { useEffect, useEffectEvent } from 'react';

const sampleCount = 1024;

/** Calls `draw` with the latest samples of the microphone on each animation frame. */
export function useSound(stream: MediaStream | null, draw: (samples: Float32Array) => void): void {
  const handleFrame = useEffectEvent(draw);
  useEffect(() => {
    if (!stream || stream.getAudioTracks().length === 0) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = sampleCount;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(sampleCount);
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
