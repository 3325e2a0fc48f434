import { Link } from 'wouter';
import { listInbox } from '#contract/calls/operator/overview.ts';
import { useApi } from '#console/api/queries.ts';
import { columns, fold, idOf } from '#console/inbox/items.tsx';
import { navigate } from '#console/kit/navigate.ts';
import { Panel, Section } from '#console/kit/Panel.tsx';
import { Status } from '#console/kit/Status.tsx';
import { Table } from '#console/kit/Table.tsx';
import { amount } from '#console/values/amounts.ts';
import { words } from '#console/words/en/overview.ts';

const everyMs = 5_000;
/** The overview shows the most urgent ones. */
const mostItems = 5;

/** The items that wait for this operator, the most urgent first. */
export function Attention({ isStale }: { readonly isStale: boolean }) {
  const { data } = useApi(listInbox, {}, { refetchInterval: everyMs });
  const items = data?.data ?? [];
  const { title, none, worst, open } = words.attention;
  return (
    <Panel
      title={title}
      end={
        <>
          <b>{amount(items.length)}</b> <Link to="/inbox">{open}</Link>
        </>
      }
      isStale={isStale}
      fills
    >
      {data && items.length === 0 ? (
        <Section>
          <Status is="ok">{none}</Status>
        </Section>
      ) : (
        <Table
          label={title}
          density={44}
          rows={items.slice(0, mostItems)}
          rowId={idOf}
          columns={columns}
          fold={fold}
          onOpen={(id) => navigate(`/inbox?open=${id}`)}
          end={items.length <= mostItems && worst}
        />
      )}
    </Panel>
  );
}
