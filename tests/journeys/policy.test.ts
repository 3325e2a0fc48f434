import { expect } from 'vitest';
import { journey } from './support.ts';

// The security policy of the pages. Every journey checks at its end that it blocks nothing of the app, and that no other
// site is contacted; every-page.test.ts reads it on each page.

journey('scripts are refused, except the app’s own', async ({ visit }) => {
  const visitor = await visit('phone');
  const { page } = visitor;
  await visitor.open('/');
  await visitor.arrive('/', 'Play');
  const refused = await page.evaluate(() => {
    const attempts: Record<string, () => unknown> = {
      'markup as text': () => (document.body.innerHTML = '<img onerror=alert(1)>'),
      'a script by address': () => (document.createElement('script').src = '/assets/other.js'),
      'a worker by address': () => new Worker('/assets/other.js'),
      'a policy of its own': () =>
        (window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }).trustedTypes //
          .createPolicy('other', {}),
    };
    return Object.keys(attempts).filter((name) => {
      try {
        attempts[name]!();
        return false;
      } catch (error) {
        return error instanceof TypeError;
      }
    });
  });
  expect(refused).toEqual(['markup as text', 'a script by address', 'a worker by address', 'a policy of its own']);
  visitor.expectTrouble(/trusted|TrustedHTML|TrustedScript/i);
});
