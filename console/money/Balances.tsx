import { getAccounts, getBooks, listBankFigures, listMovements, wantFullPass } from '#contract/calls/operator/money.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { useNow } from '#console/clock/clock.ts';
import { Button } from '#console/kit/Button.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { Figure, Figures, Opens } from '#console/kit/Figure.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar } from '#console/kit/FilterBar.tsx';
import { Panel, Scroll, Section } from '#console/kit/Panel.tsx';
import { NoAnswer, Problem } from '#console/kit/Problem.tsx';
import { RequestButton } from '#console/kit/RequestButton.tsx';
import { SheetButton } from '#console/kit/SheetButton.tsx';
import { Note, Status } from '#console/kit/Status.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { useAddress } from '#console/kit/useAddress.ts';
import { amount, difference } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { addDays, formatDay, startOf } from '#console/values/time.ts';
import { providerName } from '#console/values/names.ts';
import { words } from '#console/words/en/money.ts';
import { AccountGraph } from './AccountGraph.tsx';
import { MoneyScreen } from './MoneyScreen.tsx';
import { hourOf, type Accounts } from './money.ts';
import { StopSheet } from './StopSheet.tsx';
import styles from './Money.module.css';

const every = 15_000;
const filters: readonly Filter[] = [{ name: 'at', label: words.at, kind: 'day', unset: words.views.now.toLowerCase() }];

type Account = Accounts['accounts'][number];

const movementsOf = ({ account }: Account) => `/money?view=movements&account=${account}`;

const columns: readonly Column<Account>[] = [
  { key: 'account', whole: true, cell: ({ account }) => words.accounts[account] ?? account, to: movementsOf },
  { key: 'provider', cell: ({ provider }) => provider && providerName(provider), look: 'quiet' },
  { key: 'balance', head: words.balance, width: 150, amount: ({ balance }) => balance, to: movementsOf },
];

/** The accounts now, or at the end of a day: the money owed to players and the money that is there; and the books. */
export function Balances() {
  const { filters: set } = useAddress();
  const day = set['at'];
  const at = day === undefined ? undefined : startOf(addDays(day, 1));
  const accounts = useApi(getAccounts, { query: at === undefined ? {} : { at } }, { refetchInterval: every });
  const bank = useApi(listBankFigures, { query: { limit: '1' } }, { refetchInterval: every });
  const hour = hourOf(new Date(useNow()).toISOString()).to;
  const flows = useApi(
    listMovements,
    { query: { from: new Date(Date.parse(hour) - 24 * 3_600_000).toISOString(), to: hour } },
    { refetchInterval: every },
  );
  const sums = accounts.data?.data;
  const typed = bank.data?.data ?? [];
  const atBank = typed.length === 0 ? null : typed.reduce((sum, figure) => sum + figure.amount, 0);
  const rest = sums && atBank !== null ? sums.atProviders + atBank - sums.owedToPlayers : null;
  return (
    <MoneyScreen
      rows="auto auto minmax(0, 1fr)"
      flows
      heard={{ heardAt: accounts.dataUpdatedAt || null, isStale: accounts.isRefetchError }}
    >
      <FilterBar list={{ file: null }} filters={filters} />
      <Panel
        title={
          <>
            {words.moment} {sums?.at ? <Time at={sums.at} show="full" /> : '–'}
          </>
        }
      >
        <Figures>
          <Figure
            label={words.figures.owed}
            value={amount(sums?.owedToPlayers)}
            to="/money?view=movements"
            note={words.figures.owedNote}
          />
          <Figure
            label={words.figures.providers}
            value={amount(sums?.atProviders)}
            to="/money?view=movements&account=clearing"
            note={words.figures.providersNote}
          />
          <Figure
            label={words.figures.bank}
            value={amount(atBank)}
            to="/money?view=bank"
            note={typed[0] ? words.figures.bankNote(formatDay(typed[0].day)) : words.figures.noBank}
          />
          <Figure
            label={words.figures.rest}
            value={difference(rest)}
            to="/money?view=bank"
            note={words.figures.restNote}
          />
        </Figures>
      </Panel>
      <div className={styles.columns}>
        <Panel title={words.accountsTitle} fills isStale={accounts.isRefetchError}>
          <NoAnswer of={accounts} />
          <Scroll>
            <Table
              label={words.account}
              columns={columns}
              rows={sums?.accounts}
              rowId={({ account, provider }) => `${account} ${provider}`}
              density={27}
              skeleton={8}
              {...(sums && sums.accounts.length > 0
                ? {
                    total: {
                      account: words.total,
                      balance: amount(sums.accounts.reduce((sum, { balance }) => sum + balance, 0)),
                    },
                  }
                : {})}
              {...(sums && { end: sums.accounts.length === 0 ? words.noSums : words.totalNote })}
            />
            <Section title={words.graph}>
              <AccountGraph accounts={sums?.accounts ?? []} movements={flows.data?.data.movements ?? []} />
            </Section>
          </Scroll>
        </Panel>
        <Books />
      </div>
    </MoneyScreen>
  );
}

function Books() {
  const query = useApi(getBooks, {}, { refetchInterval: every });
  const want = useAct(wantFullPass, { done: () => ({ says: words.books.wantDone }) });
  const mayStop = useMay('stopWithdrawals');
  const books = query.data?.data;
  return (
    <Panel title={words.books.title} fills>
      <NoAnswer of={query} />
      {books && (
        <Scroll>
          <Section>
            <Facts
              of={[
                [words.books.recent, <Pass key="recent" pass={books.recent} />],
                [words.books.full, <Pass key="full" pass={books.full} />],
                [
                  words.books.open,
                  <Opens key="open" to="/money?view=mismatches&open=true">
                    {books.openMismatches === 0 ? (
                      <Status is="ok">0</Status>
                    ) : (
                      <Status is="bad">{amount(books.openMismatches)}</Status>
                    )}
                  </Opens>,
                ],
                [
                  words.books.withdrawals,
                  books.stopped === null ? (
                    <Status is="ok">{words.books.taken}</Status>
                  ) : (
                    <Status is="bad">{words.books.stopped}</Status>
                  ),
                ],
                books.stopped !== null && [
                  words.books.stoppedBy(books.stopped.by),
                  <>
                    {books.stopped.because} · <Time at={books.stopped.at} />
                  </>,
                ],
              ]}
            />
            {books.unfinished && (
              <Note tone="bad">{words.books.unfinished(books.unfinished.tries, books.unfinished.check)}</Note>
            )}
            {books.fullWantedAt !== null && <Note>{words.books.wanted}</Note>}
            <div className={styles.acts}>
              {mayStop && (
                <Button
                  kind="plain"
                  writes
                  isOff={want.step !== 'idle' || books.fullWantedAt !== null}
                  onPress={() => void want.run({})}
                >
                  {words.books.want}
                </Button>
              )}
              {mayStop && (
                <SheetButton
                  when={books.stopped === null}
                  kind="opens danger"
                  sheet={(close) => <StopSheet onClose={close} />}
                >
                  {words.stop.button}
                </SheetButton>
              )}
              <RequestButton asks="let_withdrawals_go_on" when={books.stopped !== null} kind="opens danger">
                {words.goOn.button}
              </RequestButton>
            </div>
            {want.error !== null && <Problem error={want.error} />}
          </Section>
        </Scroll>
      )}
    </Panel>
  );
}

interface PassProps {
  readonly pass: { readonly finishedAt: string; readonly mismatches: number } | null;
}

function Pass({ pass }: PassProps) {
  if (pass === null) return <span className="quiet">{words.books.none}</span>;
  return (
    <>
      <Time at={pass.finishedAt} /> ·{' '}
      <Status is={pass.mismatches === 0 ? 'ok' : 'bad'}>{words.books.found(pass.mismatches)}</Status>
    </>
  );
}
