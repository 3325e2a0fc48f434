/**
 * The parts of a person's name, folded so that the usual spellings of one name are the same: Kouassi and Kwassi, Ouattara
 * and Watara, Diallo and Jallo; not Koné and Konan. The order of the parts does not matter. A part that comes twice gives
 * `kone` and `kone 2`, so that somebody called Koné Koné has two parts. A single letter is an initial and says too little.
 *
 * Changing a rule changes the stored keys: see `keyVersion` in server/identity/persons/person-keys.ts.
 */
export function namePartsOf(...names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names
    .flatMap((name) => lettersOf(name).split(/[^a-z]+/))
    .map(foldPart)
    .filter((part) => part.length > 1)
    .map((part) => {
      const count = (seen.get(part) ?? 0) + 1;
      seen.set(part, count);
      return count === 1 ? part : `${part} ${count}`;
    });
}

/** Letters that Unicode does not split into a plain letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  ı: 'i',
  ɓ: 'b',
  ɗ: 'd',
  đ: 'd',
  ɖ: 'd',
  ɛ: 'e',
  ǝ: 'e',
  ƒ: 'f',
  ɣ: 'g',
  ƙ: 'k',
  ŋ: 'n',
  ɲ: 'n',
  ɔ: 'o',
  ʋ: 'v',
  ƴ: 'y',
};

/** Lower case without accents. Apostrophes vanish, as N'Guessan and Nguessan are one part; everything else divides parts. */
function lettersOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’‘ʼʻ`´]/gu, '')
    .replace(/[^a-z]/g, (letter) => plainLetters[letter] ?? ' ');
}

/** Each rule works on what those before it have left. */
const rules: readonly (readonly [spelling: RegExp, folded: string])[] = [
  [/y/g, 'i'],
  [/ph/g, 'f'],
  // Sissokho, Sissoko; Thierry, Tierry; Cheick, Cheik
  [/([kgt])h/g, '$1'],
  [/ck/g, 'k'],
  [/qu?/g, 'k'],
  // Chérif keeps its own sound, Cissé is also Sissé, Camara also Kamara.
  [/ch|sh/g, 'x'],
  [/c(?=[ei])/g, 's'],
  [/c/g, 'k'],
  // Djibril, Jibril; Diallo, Jallo
  [/dj/g, 'j'],
  [/di(?=[aeouw])/g, 'j'],
  // Kouassi, Kwassi; Moussa, Musa
  [/ou|u/g, 'w'],
  [/(.)\1+/g, '$1'],
];

function foldPart(part: string): string {
  return rules.reduce((text, [spelling, folded]) => text.replace(spelling, folded), part);
}
