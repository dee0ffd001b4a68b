/** SHA-256 (FIPS 180-4) of a text of ASCII, at once. For many short texts in a row; elsewhere use `crypto.subtle`. */

/** The first 32 bits of the fractional parts of the given roots of the first primes. */
function fractions(count: number, root: number): Uint32Array {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    let isPrime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false;
    if (isPrime) found.push((n ** (1 / root) % 1) * 2 ** 32);
  }
  return Uint32Array.from(found);
}

const START = fractions(8, 2);
const ROUNDS = Int32Array.from(fractions(64, 3));
// Reused between texts: allocating them would cost as much as a hash.
const words = new Int32Array(64);
const state = new Int32Array(8);

/** The hash as hexadecimal digits. */
export function sha256(text: string): string {
  digest(text);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The first 32 bits of the hash, enough to reject almost every wrong text. */
export function firstWord(text: string): number {
  digest(text);
  return at(state, 0) >>> 0;
}

function digest(text: string) {
  state.set(START);
  const blocks = (text.length + 72) >> 6;
  for (let block = 0; block < blocks; block++) {
    fill(text, block * 64, block === blocks - 1);
    mix();
  }
}

/** Reads an index that is known to exist. */
const at = (list: Int32Array, i: number) => list[i] as number;

function fill(text: string, from: number, isLast: boolean) {
  for (let i = 0; i < 16; i++) {
    const first = from + i * 4;
    words[i] =
      (byte(text, first) << 24) | (byte(text, first + 1) << 16) | (byte(text, first + 2) << 8) | byte(text, first + 3);
  }
  if (isLast) words[15] = text.length * 8;
  for (let i = 16; i < 64; i++) {
    const x = at(words, i - 15);
    const y = at(words, i - 2);
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[i] = (at(words, i - 16) + s0 + at(words, i - 7) + s1) | 0;
  }
}

function byte(text: string, i: number): number {
  if (i < text.length) return text.charCodeAt(i);
  return i === text.length ? 0x80 : 0;
}

function mix() {
  let [a, b, c, d] = [at(state, 0), at(state, 1), at(state, 2), at(state, 3)];
  let [e, f, g, h] = [at(state, 4), at(state, 5), at(state, 6), at(state, 7)];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(words, i)) | 0;
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) state[i] = at(state, i) + (mixed[i] as number);
}
