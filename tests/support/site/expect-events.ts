import * as v from 'valibot';
import { expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';

/** Holds what a stream has sent to what the contract says of its events: no other event, and no field more or less. */
export function expectEvents({ name: stream, events = {} }: Endpoint, heard: string): void {
  const told = Array.from(heard.matchAll(/^event: (.+)\ndata: (.*)$/gm), ([, name, data]) => [name!, data!] as const);
  expect(told.length, `events of ${stream}`).toBeGreaterThan(0);
  for (const [name, text] of told) {
    expect(events, `the contract of ${stream}`).toHaveProperty([name]);
    const data: unknown = JSON.parse(text);
    expect(v.parse(events[name]!.data, data), `${name} of ${stream}`).toEqual(data);
  }
}
