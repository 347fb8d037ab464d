/** The family's videos: drawn layers that ffmpeg moves over one another, with chords underneath. */
import sharp from 'sharp';
import { make } from './ffmpeg.ts';
import { boat, town } from './figures.ts';
import { disc, ridge, type Size, sky, svg, water } from './landscape.ts';
import { tide } from './sounds.ts';

interface Layer {
  drawing: string;
  /** Position of its upper left corner at second `t`, as an ffmpeg expression. */
  x: string;
  y: string;
}

const wide: Size = { width: 1280, height: 720 };
/** Layers that drift need a margin at the side. */
const drifting: Size = { width: 1480, height: 720 };

const harbour: Layer[] = [
  { drawing: svg(wide, sky(wide, '#8FA9A8', '#F1DDB6')), x: '0', y: '0' },
  { drawing: svg({ width: 520, height: 520 }, disc(260, 260, 62, '#FBF3DC')), x: '640', y: '190-t*9' },
  {
    drawing: svg(drifting, ridge(drifting, { top: 390, relief: 60, color: '#9DB2A6', seed: 3 })),
    x: '-t*3',
    y: '0',
  },
  {
    drawing: svg(drifting, ridge(drifting, { top: 440, relief: 36, color: '#5F8072', seed: 8 })),
    x: '-t*6',
    y: '0',
  },
  { drawing: svg(wide, water(wide, 480, '#7FA096', '#FBF3DC', 900)), x: '0', y: '3*sin(t*1.3)' },
  { drawing: svg({ width: 220, height: 240 }, boat(110, 210, 200)), x: '150+t*26', y: '380+5*sin(t*1.7)' },
  {
    drawing: svg(drifting, ridge(drifting, { top: 660, relief: 26, color: '#2F4A43', seed: 12 })),
    x: '-t*12',
    y: '14',
  },
];

const lastBus: Layer[] = [
  { drawing: svg(wide, sky(wide, '#141B20', '#4B5F66')), x: '0', y: '0' },
  { drawing: svg({ width: 400, height: 400 }, disc(200, 200, 40, '#F3ECE2')), x: '820', y: '10' },
  { drawing: svg({ width: 2600, height: 720 }, town(0, 2600, 600, 330, 13)), x: '-t*60', y: '0' },
  { drawing: svg({ width: 2600, height: 720 }, town(0, 2600, 720, 210, 29)), x: '-t*130', y: '0' },
];

/** Fourteen seconds of a boat going out. MP4 as phones write it: H.264 and AAC. */
export function harbourEarly(): Promise<Buffer> {
  const picture = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '25', '-pix_fmt', 'yuv420p'];
  const codecs = [...picture, '-c:a', 'aac', '-b:a', '96k', '-movflags', '+faststart'];
  return film(harbour, { seconds: 14, width: 1280, codecs, output: 'out.mp4' });
}

/** Nine seconds from the window of a bus. AVI as old cameras wrote it: browsers cannot play it without conversion. */
export function fromTheLastBus(): Promise<Buffer> {
  const codecs = ['-c:v', 'mpeg4', '-q:v', '5', '-c:a', 'libmp3lame'];
  return film(lastBus, { seconds: 9, width: 640, codecs, output: 'out.avi' });
}

interface Cut {
  seconds: number;
  width: number;
  codecs: string[];
  output: string;
}

async function film(layers: Layer[], { seconds, width, codecs, output }: Cut): Promise<Buffer> {
  const drawn = await Promise.all(layers.map(({ drawing }) => sharp(Buffer.from(drawing)).png().toBuffer()));
  const files = Object.fromEntries(drawn.map((bytes, place) => [`layer${place}.png`, bytes]));
  // Only the rearmost layer is read again for each frame; the others keep their single picture.
  const loop = ['-loop', '1', '-framerate', '24'];
  const inputs = [...loop, ...Object.keys(files).flatMap((name) => ['-i', name])];
  const picture = ['-filter_complex', `${overlays(layers)},scale=${width}:-2[picture]`, '-map', '[picture]'];
  const sound = ['-map', `${layers.length}:a`];
  const args = [...inputs, '-i', 'tide.wav', ...picture, ...sound, '-t', `${seconds}`, ...codecs];
  return await make({ ...files, 'tide.wav': tide(seconds) }, args, output);
}

/** Overlays the layers one after another, as an ffmpeg filter graph. */
function overlays(layers: Layer[]): string {
  const steps = layers.slice(1).map(({ x, y }, place) => {
    const below = place === 0 ? '[0]' : `[over${place}]`;
    const result = place === layers.length - 2 ? '' : `[over${place + 1}]`;
    return `${below}[${place + 1}]overlay=x='${x}':y='${y}'${result}`;
  });
  return steps.join(';');
}
