import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { Router } from 'wouter';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function footer(): Promise<string> {
  const { Footer } = await import('./Footer.tsx');
  return renderToStaticMarkup(
    <Router ssrPath="/">
      <Footer />
    </Router>,
  );
}

it('has four social links, to the operator’s own pages', async () => {
  const pages = ['FACEBOOK', 'INSTAGRAM', 'X', 'WHATSAPP'].map((network) => {
    const page = `https://${network.toLowerCase()}.example/izi`;
    vi.stubEnv(`VITE_${network}_URL`, page);
    return page;
  });
  const links = [
    ...(await footer()).matchAll(/<a href="(https:[^"]+)" aria-label="(\w+)" target="_blank" rel="noopener">/g),
  ];
  expect(links.map(([, href]) => href)).toEqual(pages);
  expect(links.map(([, , name]) => name)).toEqual(['Facebook', 'Instagram', 'X', 'WhatsApp']);
});

it('has no list of links that lead to nobody', async () => {
  expect(await footer()).not.toMatch(/https:|Follow us/);
});
