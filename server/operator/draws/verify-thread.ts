// A worker thread that verifies one draw. What the program finds is said in one language, which is chosen where it is built for a browser,
// and here when it is loaded.
import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { DrawCheck } from '#domain/fair-draw/verify-draw.ts';
import type { Language } from '#server/words/languages.ts';

const { check, language } = workerData as { check: DrawCheck; language: Language };
registerHooks({
  resolve: (specifier, context, next) => next(specifier.replace('/words/en/', `/words/${language}/`), context),
});
const { verifyDraw } = await import('#domain/fair-draw/verify-draw.ts');

parentPort!.postMessage(await verifyDraw(check), []);
