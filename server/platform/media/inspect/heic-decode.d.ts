declare module 'heic-decode' {
  interface HeicImage {
    width: number;
    height: number;
    /** Red, green, blue and alpha of each pixel. */
    decode(): Promise<{ data: Uint8ClampedArray }>;
  }

  const decode: {
    /** Every picture of the file, by its header. Its memory is given back by `dispose`. */
    all(options: { buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }>;
  };

  export = decode;
}
