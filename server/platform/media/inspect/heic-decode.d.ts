declare module 'heic-decode' {
  interface HeicImage {
    width: number;
    height: number;
    /** Red, green, blue and alpha of each pixel. */
    decode(): Promise<{ data: Uint8ClampedArray }>;
  }

  const decode: {
    /** Every picture in the file, according to its header. `dispose` frees its memory. */
    all(options: { buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }>;
  };

  export = decode;
}
