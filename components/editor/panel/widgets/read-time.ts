const SHAPES: readonly RegExp[] = [
  /^(\d{1,2})$/,
  /^(\d{1,2})[:.h](\d{1,2})$/,
  /^(\d{1,2})(\d{2})$/,
];

/** A time of day as people type it ("9", "9:5", "930", "21.30") as HH:MM; null where it is none. */
export function readTime(text: string): string | null {
  const typed = text.replaceAll(/\s/g, '');
  const found = SHAPES.map((shape) => shape.exec(typed)).find((match) => match !== null);
  if (found === undefined) return null;
  const hour = Number(found[1]);
  const minute = Number(found[2] ?? 0);
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
