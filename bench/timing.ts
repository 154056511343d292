/** What benchmarks share: taking turns, medians, a line of a table. */

/** Milliseconds of each run, after a warm-up; the two sides take turns, so that noise meets both. */
export function timed(rounds: number, ...sides: readonly (() => void)[]): number[][] {
  const out: number[][] = sides.map(() => []);
  for (let round = -3; round < rounds; round++) {
    sides.forEach((side, index) => {
      const start = performance.now();
      side();
      if (round >= 0) out[index]?.push(performance.now() - start);
    });
  }
  return out;
}

export const median = (list: readonly number[] = []): number => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
/** One line of a table, with the ratio to a peer where there is one. */
export const row = (name: string, ours: number, unit: string, peer?: string, theirs?: number): void => {
  const ratio =
    peer !== undefined && theirs !== undefined ? `  ${peer} ${theirs.toPrecision(3)} ${unit}  ratio ${(ours / theirs).toPrecision(2)}` : "";
  console.log(`${name.padEnd(58)} ${ours.toPrecision(3)} ${unit}${ratio}`);
};
