/**
 * Characters that show nothing and turn the direction of text around: `Awa\u202Eénok` reads as `Awakoné`. No name needs them. They are refused in
 * new text, and left out where older text is shown.
 */
export const directionControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const all = new RegExp(directionControls, 'g');

export function withoutDirectionControls(text: string): string {
  return text.replace(all, '');
}
