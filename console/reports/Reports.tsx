import { listReports } from '#contract/calls/operator/reports.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useApi } from '#console/api/queries.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { words } from '#console/words/en/reports.ts';
import styles from './Reports.module.css';

type Listed = OperatorAnswer<typeof listReports>['data'][number];

const columns: readonly Column<Listed, typeof words.list>[] = [
  { key: 'name', width: 150, whole: true, cell: ({ title }) => title, to: ({ kind }) => `/reports/${kind}` },
  { key: 'says', cell: ({ says }) => <span className={styles.says}>{says}</span> },
  {
    key: 'definition',
    folded: ({ definition }) => `${words.list.definition} ${definition}`,
    width: 70,
    align: 'right',
    cell: ({ definition }) => definition,
  },
];

/** The reports that the operator may see. */
export default function Reports() {
  const query = useApi(listReports, {}, { staleTime: Infinity });
  return (
    <Screen title={words.title}>
      <Panel title={words.list.title} fills>
        <NoAnswer of={query} />
        {query.data?.data.length === 0 ? (
          <Empty says={words.list.none} />
        ) : (
          <Scroll>
            <Table
              label={words.list.title}
              fold={['name', '', 'says', 'definition']}
              heads={words.list}
              columns={columns}
              rows={query.data?.data}
              rowId={({ kind }) => kind}
              density={44}
              skeleton={14}
            />
          </Scroll>
        )}
      </Panel>
    </Screen>
  );
}
