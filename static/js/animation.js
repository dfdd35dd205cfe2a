// A game as an animated file, made on this device from the pictures of its plies.
import { GIFEncoder, applyPalette } from "../vendor/gifenc/index.js";

/** The most that a frame is wide and high, in pixels. */
const WIDE = 640;
const HIGH = 800;
/** How long a ply is shown, and the end, in milliseconds. */
const PLY_MS = 900;
const END_MS = 4000;
/** The place in the palette that stands for "as before"; the colours are those below it. */
const AS_BEFORE = 255;

/** The text of a picture as pixels, no larger than `most` wide and high. */
export async function pixelsOf(svg, most = { width: Infinity, height: Infinity }) {
  const [wide, high] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg).slice(1).map(Number);
  const scale = Math.min(1, most.width / wide, most.height / high);
  const [width, height] = [Math.round(wide * scale), Math.round(high * scale)];
  const image = new Image();
  const drawn = new Promise((done, fail) => Object.assign(image, { onload: done, onerror: fail }));
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await drawn;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return { canvas, width, height, rgba: context.getImageData(0, 0, width, height).data };
}

/** The colours that are seen most: a board has few, and the shades at their edges. */
function colours(frames) {
  const counts = new Map();
  for (const { rgba } of frames) {
    for (const colour of new Uint32Array(rgba.buffer)) {
      const near = colour & 0xf8f8f8;
      const known = counts.get(near);
      if (known) known.count += 1;
      else counts.set(near, { colour, count: 1 });
    }
  }
  const most = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, AS_BEFORE);
  return most.map(({ colour }) => [colour & 0xff, (colour >> 8) & 0xff, (colour >> 16) & 0xff]);
}

/**
 * The pictures at these addresses, one after the other, as a GIF; none where `goesOn`, which hears how many are done, says
 * no.
 */
export async function animated(addresses, goesOn) {
  const frame = async (address) => {
    const answer = await fetch(address, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(`${answer.status} at ${address}`);
    return pixelsOf(await answer.text(), { width: WIDE, height: HIGH });
  };
  const palette = colours([await frame(addresses[0]), await frame(addresses.at(-1))]);
  while (palette.length <= AS_BEFORE) palette.push([0, 0, 0]);
  const gif = GIFEncoder();
  let before = null;
  for (const [done, address] of addresses.entries()) {
    if (!goesOn(done)) return null;
    const { width, height, rgba } = await frame(address);
    const now = applyPalette(rgba, palette.slice(0, AS_BEFORE));
    const changed = before ? now.map((colour, at) => (colour === before[at] ? AS_BEFORE : colour)) : now;
    const delay = done === addresses.length - 1 ? END_MS : PLY_MS;
    const first = before ? {} : { palette };
    gif.writeFrame(changed, width, height, { ...first, delay, dispose: 1, transparent: before !== null, transparentIndex: AS_BEFORE });
    before = now;
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: "image/gif" });
}
