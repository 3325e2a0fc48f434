import { Link } from 'wouter';
import { useMe } from '#console/api/session-state.ts';
import { useMay } from '#console/api/useMay.ts';
import { Empty } from '#console/kit/Empty.tsx';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { words as frame } from '#console/words/en/frame.ts';
import { words } from '#console/words/en/my-rights.ts';
import { actsOf, type Act } from './my-rights.ts';

const tick = (is: boolean) =>
  is && (
    <b role="img" aria-label={words.yes}>
      ✓
    </b>
  );

const columns: readonly Column<Act, typeof words>[] = [
  { key: 'act', whole: true, cell: ({ says }) => says },
  {
    key: 'alone',
    head: words.isAlone,
    width: 90,
    folded: ({ alone }) => alone && words.isAlone,
    cell: ({ alone }) => tick(alone),
  },
  {
    key: 'submit',
    width: 90,
    folded: ({ submits }) => submits && words.submit,
    cell: ({ submits }) => tick(submits),
  },
  {
    key: 'approve',
    folded: ({ approves, note }) => approves && (note ? `${words.approve} (${note})` : words.approve),
    width: 170,
    whole: true,
    cell: ({ approves, note }) => (
      <>
        {tick(approves)} {note && <span className="quiet">{note}</span>}
      </>
    ),
  },
];

/** The acts of my roles. The table of rights comes with this file, because the server holds it and no other screen needs it. */
export function MyRights() {
  const { roles } = useMe();
  const seesRules = useMay('listOperators');
  const acts = actsOf(roles);
  return (
    <Panel
      title={words.title}
      end={
        <>
          <span className="small quiet">
            {words.roles(roles.map(frame.role).join(', '))} · {words.notOwn}
          </span>
          {seesRules && <Link to="/settings?view=console">{words.all}</Link>}
        </>
      }
    >
      {acts.length === 0 ? (
        <Empty says={words.nothing} />
      ) : (
        <Scroll>
          <Table
            label={words.title}
            density={27}
            heads={words}
            columns={columns}
            rows={acts}
            fold={['act', '', 'alone submit approve', '']}
          />
        </Scroll>
      )}
    </Panel>
  );
}
