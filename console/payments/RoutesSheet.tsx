import { useState } from 'react';
import { areApart, readRoutes, writeRoute } from '#domain/payment-routes.ts';
import { TextArea, TextField } from '#console/kit/Fields.tsx';
import { RequestSheet } from '#console/kit/RequestSheet.tsx';
import { Note } from '#console/kit/Status.tsx';
import { instantOf, zoneCity } from '#console/values/time.ts';
import { words as all } from '#console/words/en/payment-routes.ts';
import { startingLines, type Routed } from './lines.ts';

const words = all.routesSheet;
const longest = 20_000;

/** Asks for other routes, as lines that are edited. They begin once approved, or at a moment. */
export function RoutesSheet({ of: routed, onClose }: { readonly of: Routed; readonly onClose: () => void }) {
  const [text, setText] = useState(() => startingLines(routed).join('\n'));
  const [begins, setBegins] = useState('');
  const typed = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const wrong = typed.find((line) => readRoutes(line) === null);
  const routes = typed.flatMap((line) => readRoutes(line) ?? []);
  const isRight = wrong === undefined && areApart(routes);
  const at = begins === '' ? null : instantOf(begins);
  const beginsAt = begins === '' ? null : at === null ? undefined : new Date(at).toISOString();
  return (
    <RequestSheet
      kind="payment_routes"
      given={{ lines: isRight ? routes.map(writeRoute) : undefined, beginsAt }}
      onClose={onClose}
    >
      <TextArea label={words.lines} value={text} onChange={setText} rows={14} maxLength={longest} />
      {wrong !== undefined && <Note tone="wait">{words.wrong(wrong)}</Note>}
      {wrong === undefined && !isRight && <Note tone="wait">{words.twice}</Note>}
      <p className="small quiet">{words.form}</p>
      <TextField
        label={words.begins}
        value={begins}
        onChange={setBegins}
        type="datetime-local"
        step={1}
        width={220}
        note={zoneCity()}
      />
    </RequestSheet>
  );
}
