// Short tones, one after the other. A browser lets a page sound only after a touch: who wants sounds presses a button first.
let sound;

/** Plays tones: their frequencies in hertz, how long each one is, in seconds, and how loud, from 0 to 1. */
export function play(tones, seconds, loud) {
  if (!("AudioContext" in window)) return;
  sound ??= new AudioContext();
  tones.forEach((tone, nth) => {
    const from = sound.currentTime + nth * seconds;
    const [source, volume] = [sound.createOscillator(), sound.createGain()];
    source.frequency.value = tone;
    volume.gain.setValueAtTime(loud, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + seconds);
    source.connect(volume).connect(sound.destination);
    source.start(from);
    source.stop(from + seconds);
  });
}

/** Whether a sound is wanted on this device. Nothing sounds until somebody wants it. */
export function isWanted(key) {
  try {
    return localStorage.getItem(key) === "yes";
  } catch {
    return false;
  }
}

/** Notes on this device whether a sound is wanted. */
export function want(key, yes) {
  try {
    if (yes) localStorage.setItem(key, "yes");
    else localStorage.removeItem(key);
  } catch {
    // Nothing is kept on this device: it stays silent.
  }
}
