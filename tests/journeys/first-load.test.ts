import { expect } from 'vitest';
import { journey } from './support.ts';

// The downloads of a first visit. The build and `npm run bench:web` check the number of bytes.

journey('a page arrives with its styles and never fetches any of them again', async ({ visit, untilSalesLast }) => {
  const { page, open, arrive } = await visit('phone');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') asked.push(new URL(request.url()).pathname);
  });
  // The stage of a draw comes with styles of its own.
  await untilSalesLast(25_000);
  await open('/');
  await page.getByText(/^Next draw \d/).waitFor();
  const within = await page.evaluate(() =>
    Array.from(document.querySelectorAll('link[rel=stylesheet]'), (link) => link.getAttribute('href')),
  );
  expect(within, 'the page says which styles it has: those of all pages and its own').toEqual(
    Array(2).fill(expect.stringMatching(/^\/assets\/.*\.css$/)),
  );
  expect(asked).toEqual([]);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Results' }).click();
  await arrive('/results', 'Results');
  expect(asked.filter((path) => within.includes(path))).toEqual([]);
  expect(asked, 'those of the next page').not.toEqual([]);
});
