import type { Browser } from 'playwright-core';
import type { Call } from '#contract/calls/call.ts';
import { signInToDemo } from '#contract/calls/operator/access.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';

/** A demo operator in a browser of their own, who calls the console's API from its own page. */
export interface DemoOperator {
  call<C extends Call>(made: C, sent?: Sent): Promise<OperatorAnswer<C>>;
  close(): Promise<void>;
}

interface Sent {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Signs somebody new in, as these roles. */
export async function demoOperator(
  browser: Browser,
  baseURL: string,
  roles: readonly OperatorRole[],
): Promise<DemoOperator> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto('/');
  // The token that each write sends back comes with the sign-in.
  let csrf = '';
  async function call<C extends Call>(
    { method, path }: C,
    { params = {}, query = {}, body }: Sent = {},
  ): Promise<OperatorAnswer<C>> {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
    const asked = { method, path: `${filled}?${new URLSearchParams(query).toString()}`, csrf, body: body ?? null };
    let { status, text } = await page.evaluate(fetchJson, asked);
    // A machine that is busy with other work answers too late now and then.
    for (let tries = 1; status === 503 && tries < 5; tries++) {
      await page.waitForTimeout(1_000);
      ({ status, text } = await page.evaluate(fetchJson, asked));
    }
    if (status >= 400) throw new Error(`${method} ${filled}: ${text}`);
    return JSON.parse(text) as OperatorAnswer<C>;
  }
  const { data: me } = await call(signInToDemo, { body: { roles } });
  csrf = me.csrf;
  return { call, close: () => context.close() };
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly csrf: string;
  readonly body: object | null;
}

/** Runs in the page. */
async function fetchJson({ method, path, csrf, body }: Asked): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf };
  const response = await fetch(path, { method, ...(body && { headers, body: JSON.stringify(body) }) });
  return { status: response.status, text: await response.text() };
}
