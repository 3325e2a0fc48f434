import { stopPayments } from '#contract/calls/operator/payments.ts';
import type { OperatorInput } from '#contract/operator/endpoints.ts';
import { Choice, TextField } from '#console/kit/Fields.tsx';
import { OneAct } from '#console/kit/OneAct.tsx';
import { useDraft } from '#console/kit/useDraft.ts';
import { countryName, methodName, providerName } from '#console/values/names.ts';
import { inOneLine } from '#console/values/text.ts';
import { words as all } from '#console/words/en/payment-routes.ts';
import type { Line } from './lines.ts';

type Stoppable = Pick<Line, 'account' | 'country' | 'method' | 'direction'>;
type Body = OperatorInput<typeof stopPayments>['body'];

const words = all.stopSheet;
/** The usual sentence for players in each language, whatever the console's language is; the operator may write another. */
const usual = {
  en: (method: string) => `${method} does not work at the moment. Please use another way.`,
  fr: (method: string) => `${method} ne fonctionne pas en ce moment. Utilisez un autre moyen.`,
};
const longestSentence = 200;
const leastSentence = 3;

/** Stops new payments at once: of a network at an account, of the whole network, or of the whole account. */
export function StopPayments({ of: line, onClose }: { readonly of: Stoppable; readonly onClose: () => void }) {
  const { account, country, method, direction } = line;
  const [what, setWhat] = useDraft<'line' | 'network' | 'account'>(stopPayments, 'what', 'network');
  const [toldEn, setToldEn] = useDraft<string>(stopPayments, 'toldEn', usual.en(methodName(method)));
  const [toldFr, setToldFr] = useDraft<string>(stopPayments, 'toldFr', usual.fr(methodName(method)));
  const network = `${methodName(method)}, ${countryName(country)}, ${all.directions[direction]}`;
  const at = all.at(providerName(account));
  const scopes = { network, line: `${network}, ${at}`, account: `${all.everything}, ${at}` };
  const isTold = [toldEn, toldFr].every((told) => told.trim().length >= leastSentence);
  return (
    <OneAct
      made={stopPayments}
      about={`${country} ${method} ${direction} ${account}`}
      input={(reason) => ({
        body: {
          account: what === 'network' ? null : account,
          network: what === 'account' ? null : ({ country, method, direction } as Body['network']),
          toldEn: inOneLine(toldEn),
          toldFr: inOneLine(toldFr),
          reason,
        },
      })}
      done={words.done(scopes[what])}
      onClose={onClose}
      title={words.title}
      danger
      button={words.button}
      intro={words.intro}
      before={words.before}
      after={words.after}
      typed={{ label: words.typed, value: what === 'account' ? account : method }}
      demands={[{ says: words.isTold, isMet: isTold }]}
    >
      <Choice
        label={words.what}
        value={what}
        options={(['network', 'line', 'account'] as const).map((value) => ({
          value,
          label: words.scopes[value](scopes[value]),
        }))}
        onChange={setWhat}
      />
      <TextField label={words.toldEn} value={toldEn} onChange={setToldEn} maxLength={longestSentence} />
      <TextField label={words.toldFr} value={toldFr} onChange={setToldFr} maxLength={longestSentence} />
    </OneAct>
  );
}
