import { codePoints } from "./at.ts";

/** Punycode (RFC 3492) of one label. */
export function toALabel(label: string): string | undefined {
  const points = codePoints(label);
  const basic = points.filter((point) => point < 0x80);
  let out = basic.map((point) => String.fromCharCode(point)).join("");
  let handled = basic.length;
  if (handled > 0) out += "-";
  let n = 0x80;
  let delta = 0;
  let bias = 72;
  while (handled < points.length) {
    const next = Math.min(...points.filter((point) => point >= n));
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of points) {
      if (point < n) delta++;
      if (point !== n) continue;
      let q = delta;
      for (let k = 36; ; k += 36) {
        const t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
        if (q < t) break;
        out += digit(t + ((q - t) % (36 - t)));
        q = Math.floor((q - t) / (36 - t));
      }
      out += digit(q);
      bias = adapt(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled++;
    }
    delta++;
    n++;
  }
  return `xn--${out}`;
}

const digit = (value: number): string => String.fromCharCode(value < 26 ? 97 + value : 22 + value);

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / 700) : delta >> 1;
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
