/** `1 finding`, `2 findings` */
export const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;
