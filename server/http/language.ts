import type { FastifyRequest } from 'fastify';
import { isLanguage, type Language } from '#server/words/languages.ts';

/**
 * The language of a call's answer, by its Accept-Language: of those that there are, the one with the greatest weight. English
 * where none of them is wanted.
 */
export function languageOf({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const wanted = headers['accept-language'];
  if (!wanted) return 'en';
  let best: { readonly language: Language; readonly weight: number } | null = null;
  for (const item of wanted.toLowerCase().split(',')) {
    const [tag = '', ...parameters] = item.split(';').map((part) => part.trim());
    const language = tag === '*' ? 'en' : tag.split('-', 1)[0]!;
    const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
    if (isLanguage(language) && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? 'en';
}
