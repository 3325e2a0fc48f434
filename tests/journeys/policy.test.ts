import { expect } from 'vitest';
import { openDraws, ticketFor } from '#tests/support/players/outsider.ts';
import { routes } from '#scripts/build-web/pages.ts';
import { journey } from './support.ts';

// The security policy of the pages. Every journey checks at its end that it blocks nothing of the app, and that no other
// site is contacted.

journey('every page follows the policy', async ({ visit, client }) => {
  const player = await client(2_000);
  const [draw] = await openDraws(player.api, 20_000);
  const ticket = ticketFor(draw!, 'IziTwo', '49', 300);
  await player.api.call('/bets', { body: { tickets: [ticket] } });
  const ids = { '/results/:id': draw!.id, '/my-bets/:id': ticket.id } as Record<string, string>;
  const [visitor, signedIn] = [await visit('phone'), await visit('desktop', player.remembered)];
  for (const route of Object.keys(routes)) {
    const path = route.replace(':id', ids[route] ?? '');
    const { page } = path.startsWith('/auth') ? visitor : signedIn;
    const response = await page.goto(path);
    const policy = response!.headers()['content-security-policy']!;
    expect(policy).toContain(`require-trusted-types-for 'script'; trusted-types izi;`);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
});

journey('what would run as a script is refused, unless it is the app’s own', async ({ visit }) => {
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
