/** Crockford's base32 as `newId` spells it. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 18;

/**
 * The smallest id that could have been made at that moment: ids sort by time, so a range of the
 * primary key is a range of time and needs no index of its own. Real time, never `engine_now()`.
 */
export const idFloor = (prefix: string, at: Date): string => {
  let bits = BigInt(at.getTime()) << 40n;
  let text = '';
  for (let i = 0; i < LENGTH; i += 1) {
    text = (ALPHABET[Number(bits & 31n)] ?? '') + text;
    bits >>= 5n;
  }
  return `${prefix}_${text}`;
};
